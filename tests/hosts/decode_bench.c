/* decode_bench MODEL TOKENS BATCH THREADS: tokens a second that a C host decodes, best of several
 * passes over the file TOKENS (a token a line, a blank line after each sentence), BATCH sentences a
 * call. The Java and .NET programs beside it do the same. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weft/weft.h>

enum { kPasses = 7 };

typedef struct {
  char** tokens;     /* each NUL-terminated, as a C host has them */
  size_t* sentences; /* first token of each, and the end */
  size_t token_count, sentence_count;
} text;

typedef struct {
  const weft_model* model;
  const text* input;
  size_t batch, first, last, spans;
} share;

static void check(weft_status status) {
  if (status == WEFT_OK) return;
  fprintf(stderr, "decode_bench: %s\n", weft_last_error());
  exit(1);
}

static void* must(void* memory) {
  if (memory) return memory;
  fprintf(stderr, "decode_bench: no memory\n");
  exit(1);
}

static text read_text(const char* path) {
  text t = {NULL, NULL, 0, 0};
  char line[4096];
  size_t capacity = 0;
  FILE* file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(1);
  }
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    if (t.token_count + 2 > capacity) {
      capacity = capacity * 2 + 1024;
      t.tokens = must(realloc(t.tokens, capacity * sizeof *t.tokens));
      t.sentences = must(realloc(t.sentences, capacity * sizeof *t.sentences));
    }
    t.sentences[0] = 0;
    if (*line) {
      t.tokens[t.token_count++] = must(strdup(line));
    } else {
      t.sentences[++t.sentence_count] = t.token_count;
    }
  }
  fclose(file);
  return t;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Decodes sentences [first, last) and looks at every span. */
static void* decode(void* argument) {
  share* s = argument;
  size_t capacity = 1 << 20, begin;
  char* bytes = must(malloc(capacity));
  size_t* offsets = must(malloc((s->input->token_count + 1) * sizeof *offsets));
  size_t* sentences = must(malloc((s->batch + 1) * sizeof *sentences));
  weft_tagger* tagger = NULL;
  check(weft_tagger_new(s->model, &tagger));
  s->spans = 0;
  for (begin = s->first; begin < s->last; begin += s->batch) {
    const size_t end = begin + s->batch < s->last ? begin + s->batch : s->last;
    const size_t first = s->input->sentences[begin], last = s->input->sentences[end];
    size_t size = 0, i, count = 0, labels = 0;
    weft_corpus* corpus = NULL;
    weft_result* result = NULL;
    for (i = first; i < last; ++i) {
      const size_t length = strlen(s->input->tokens[i]);
      while (size + length > capacity) bytes = must(realloc(bytes, capacity *= 2));
      memcpy(bytes + size, s->input->tokens[i], length);
      offsets[i - first] = size;
      size += length;
    }
    offsets[last - first] = size;
    for (i = begin; i <= end; ++i) sentences[i - begin] = s->input->sentences[i] - first;
    check(weft_corpus_from_tokens(bytes, offsets, last - first, sentences, end - begin, &corpus));
    check(weft_tagger_decode(tagger, corpus, WEFT_WANT_SPANS, &result));
    weft_result_labels(result, &labels);
    weft_result_spans(result, &count);
    s->spans += count;
    weft_result_free(result);
    weft_corpus_free(corpus);
  }
  weft_tagger_free(tagger);
  free(bytes);
  free(offsets);
  free(sentences);
  return NULL;
}

int main(int argc, char** argv) {
  weft_model* model = NULL;
  double best = 0;
  size_t spans = 0;
  int pass, threads, i;
  share shares[64];
  pthread_t ids[64];
  text input;
  if (argc != 5) return 2;
  check(weft_model_load(argv[1], strlen(argv[1]), &model));
  input = read_text(argv[2]);
  threads = atoi(argv[4]);
  if (threads < 1 || threads > 64) return 2;
  for (pass = 0; pass < kPasses; ++pass) {
    const double start = now();
    double rate;
    for (i = 0; i < threads; ++i) {
      const share s = {model,
                       &input,
                       (size_t)atoi(argv[3]),
                       input.sentence_count * (size_t)i / (size_t)threads,
                       input.sentence_count * (size_t)(i + 1) / (size_t)threads,
                       0};
      shares[i] = s;
      if (pthread_create(&ids[i], NULL, decode, &shares[i])) return 1;
    }
    for (spans = 0, i = 0; i < threads; ++i) {
      pthread_join(ids[i], NULL);
      spans += shares[i].spans;
    }
    rate = (double)input.token_count / (now() - start);
    if (rate > best) best = rate;
  }
  printf("%.0f %lu\n", best, (unsigned long)spans);
  weft_model_free(model);
  return 0;
}
