/* The loops of Decoding.cs in C over the same interface, to measure it against:
 *
 *   cc -O2 decoding.c -lweft -lpthread && ./a.out MODEL FILE SECONDS COLUMNS batch|single THREADS
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weft/weft.h>

enum { kBatch = 1000, kMostThreads = 64 };

typedef struct {
  char* bytes;
  size_t* offsets;   /* of tokens */
  size_t* sentences; /* first tokens */
  size_t count;
} batch;

static batch* batches;
static size_t batch_count;
static weft_model* model;
static double seconds;
static pthread_barrier_t start;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(weft_status status) {
  if (status == WEFT_OK) return;
  fprintf(stderr, "%s\n", weft_last_error());
  exit(1);
}

static batch cut(const weft_corpus* corpus, size_t begin, size_t end) {
  const size_t first = weft_corpus_sentence_begin(corpus, begin);
  const size_t tokens = weft_corpus_sentence_begin(corpus, end) - first;
  batch b = {NULL, calloc(tokens + 1, sizeof(size_t)), calloc(end - begin + 1, sizeof(size_t)),
             end - begin};
  size_t used = 0, i;
  for (i = 0; i < tokens; ++i) {
    const char* text;
    size_t size;
    check(weft_corpus_token(corpus, first + i, &text, &size));
    b.bytes = realloc(b.bytes, used + size + 1);
    memcpy(b.bytes + used, text, size);
    used += size;
    b.offsets[i + 1] = used;
  }
  for (i = 0; i <= b.count; ++i) {
    b.sentences[i] = weft_corpus_sentence_begin(corpus, begin + i) - first;
  }
  return b;
}

/* Copies the texts as a host's own strings would be: flattening them is a part of the work. */
static size_t pass(weft_tagger* tagger) {
  size_t tokens = 0, i;
  for (i = 0; i < batch_count; ++i) {
    const batch* b = &batches[i];
    const size_t count = b->sentences[b->count];
    char* bytes = malloc(b->offsets[count] + 1);
    size_t* offsets = malloc((count + 1) * sizeof(size_t));
    weft_corpus* corpus = NULL;
    weft_result* result = NULL;
    size_t t, decoded;
    const int32_t* labels;
    int32_t* kept;
    offsets[0] = 0;
    for (t = 0; t < count; ++t) {
      memcpy(bytes + b->offsets[t], b->bytes + b->offsets[t], b->offsets[t + 1] - b->offsets[t]);
      offsets[t + 1] = b->offsets[t + 1];
    }
    check(weft_corpus_from_tokens(bytes, offsets, count, b->sentences, b->count, &corpus));
    check(weft_tagger_decode(tagger, corpus, WEFT_WANT_LABELS, &result));
    labels = weft_result_labels(result, &decoded);
    kept = malloc((decoded + 1) * sizeof(int32_t));
    if (decoded > 0) memcpy(kept, labels, decoded * sizeof(int32_t));
    tokens += decoded;
    free(kept);
    weft_result_free(result);
    weft_corpus_free(corpus);
    free(offsets);
    free(bytes);
  }
  return tokens;
}

static void* work(void* done) {
  weft_tagger* tagger = NULL;
  size_t tokens = 0;
  double end;
  check(weft_tagger_new(model, &tagger));
  pass(tagger);
  pthread_barrier_wait(&start);
  end = now() + seconds;
  while (now() < end) tokens += pass(tagger);
  weft_tagger_free(tagger);
  *(size_t*)done = tokens;
  return NULL;
}

int main(int argc, char** argv) {
  weft_options* reading = NULL;
  weft_corpus* corpus = NULL;
  pthread_t threads[kMostThreads];
  size_t done[kMostThreads], size, sentences, begin, total = 0;
  double began;
  int count, i;
  if (argc != 7 || (count = atoi(argv[6])) < 1 || count > kMostThreads) return 2;
  seconds = atof(argv[3]);
  check(weft_model_load(argv[1], strlen(argv[1]), &model));
  check(weft_options_new("read", &reading));
  if (*argv[4]) check(weft_options_set(reading, "columns", argv[4], strlen(argv[4])));
  check(weft_corpus_read(argv[2], strlen(argv[2]), reading, &corpus));
  size = strcmp(argv[5], "single") == 0 ? 1 : kBatch;
  sentences = weft_corpus_sentence_count(corpus);
  batches = calloc(sentences / size + 1, sizeof(batch));
  for (begin = 0; begin < sentences; begin += size) {
    const size_t end = begin + size < sentences ? begin + size : sentences;
    batches[batch_count++] = cut(corpus, begin, end);
  }
  weft_corpus_free(corpus);
  pthread_barrier_init(&start, NULL, (unsigned)count + 1);
  for (i = 0; i < count; ++i) pthread_create(&threads[i], NULL, work, &done[i]);
  pthread_barrier_wait(&start);
  began = now();
  for (i = 0; i < count; ++i) {
    pthread_join(threads[i], NULL);
    total += done[i];
  }
  printf("%s %d %.0f tokens/s\n", argv[5], count, (double)total / (now() - began));
  return 0;
}
