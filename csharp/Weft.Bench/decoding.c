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
  size_t* offsets; /* of texts, of which a token has as many as there are columns */
  size_t texts;
  size_t* sentences; /* first tokens */
  size_t count;
} batch;

static const char* names = "token"; /* of the columns, end to end */
static size_t name_offsets[16] = {0, 5};
static size_t columns = 1;

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

static void add_text(batch* b, const char* text, size_t size) {
  const size_t used = b->texts > 0 ? b->offsets[b->texts] : 0;
  b->bytes = realloc(b->bytes, used + size + 1);
  b->offsets = realloc(b->offsets, (b->texts + 2) * sizeof(size_t));
  memcpy(b->bytes + used, text, size);
  b->offsets[0] = 0;
  b->offsets[++b->texts] = used + size;
}

static void end_sentence(batch* b) {
  b->sentences = realloc(b->sentences, (b->count + 2) * sizeof(size_t));
  b->sentences[0] = 0;
  b->sentences[++b->count] = b->texts / columns;
}

static batch* current(size_t size) {
  if (batch_count == 0 || batches[batch_count - 1].count == size) {
    batches = realloc(batches, (batch_count + 1) * sizeof(batch));
    memset(&batches[batch_count++], 0, sizeof(batch));
  }
  return &batches[batch_count - 1];
}

static void read_tokens(const char* path, size_t size) {
  weft_corpus* corpus = NULL;
  size_t s, t, end;
  check(weft_corpus_read(path, strlen(path), NULL, &corpus));
  for (s = 0; s < weft_corpus_sentence_count(corpus); ++s) {
    batch* b = current(size);
    end = weft_corpus_sentence_begin(corpus, s + 1);
    for (t = weft_corpus_sentence_begin(corpus, s); t < end; ++t) {
      const char* text;
      size_t bytes;
      check(weft_corpus_token(corpus, t, &text, &bytes));
      add_text(b, text, bytes);
    }
    end_sentence(b);
  }
  weft_corpus_free(corpus);
}

static void read_columns(const char* path, char* list, size_t size) {
  char line[4096], *flat = malloc(strlen(list) + 1), *name;
  FILE* file = fopen(path, "r");
  size_t in_sentence = 0;
  if (!file) exit(1);
  *flat = 0;
  for (columns = 0, name = strtok(list, ","); name; name = strtok(NULL, ",")) {
    strcat(flat, name);
    name_offsets[++columns] = strlen(flat);
  }
  names = flat;
  while (fgets(line, sizeof line, file)) {
    size_t c = 0;
    char* field = strtok(line, " \t\r\n");
    if (!field && in_sentence > 0) end_sentence(current(size));
    in_sentence = field ? in_sentence + 1 : 0;
    for (; field && c < columns; ++c, field = strtok(NULL, " \t\r\n")) {
      add_text(current(size), field, strlen(field));
    }
  }
  if (in_sentence > 0) end_sentence(current(size));
  fclose(file);
}

/* Copies the texts as a host's own strings would be: flattening them is a part of the work. */
static size_t pass(weft_tagger* tagger) {
  size_t tokens = 0, i;
  for (i = 0; i < batch_count; ++i) {
    const batch* b = &batches[i];
    char* bytes = malloc(b->offsets[b->texts] + 1);
    size_t* offsets = malloc((b->texts + 1) * sizeof(size_t));
    weft_corpus* corpus = NULL;
    weft_result* result = NULL;
    size_t t, decoded;
    const int32_t* labels;
    int32_t* kept;
    offsets[0] = 0;
    for (t = 0; t < b->texts; ++t) {
      memcpy(bytes + b->offsets[t], b->bytes + b->offsets[t], b->offsets[t + 1] - b->offsets[t]);
      offsets[t + 1] = b->offsets[t + 1];
    }
    if (columns == 1) {
      check(weft_corpus_from_tokens(bytes, offsets, b->texts, b->sentences, b->count, &corpus));
    } else {
      check(weft_corpus_from_columns(names, name_offsets, columns, bytes, offsets,
                                     b->texts / columns, b->sentences, b->count, &corpus));
    }
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

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void* work(void* done) {
  weft_tagger* tagger = NULL;
  size_t tokens = 0;
  double end;
  check(weft_tagger_new(model, &tagger));
  end = now() + 1;
  do {
    pass(tagger);
  } while (now() < end);
  pthread_barrier_wait(&start);
  pthread_barrier_wait(&start);
  end = now() + seconds;
  while (now() < end) tokens += pass(tagger);
  weft_tagger_free(tagger);
  *(size_t*)done = tokens;
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t threads[kMostThreads];
  size_t done[kMostThreads], size, total = 0;
  double began, used;
  int count, i;
  if (argc != 7 || (count = atoi(argv[6])) < 1 || count > kMostThreads) return 2;
  seconds = atof(argv[3]);
  check(weft_model_load(argv[1], strlen(argv[1]), &model));
  size = strcmp(argv[5], "single") == 0 ? 1 : kBatch;
  if (*argv[4]) {
    read_columns(argv[2], argv[4], size);
  } else {
    read_tokens(argv[2], size);
  }
  pthread_barrier_init(&start, NULL, (unsigned)count + 1);
  for (i = 0; i < count; ++i) pthread_create(&threads[i], NULL, work, &done[i]);
  pthread_barrier_wait(&start);
  used = cpu();
  began = now();
  pthread_barrier_wait(&start);
  for (i = 0; i < count; ++i) {
    pthread_join(threads[i], NULL);
    total += done[i];
  }
  began = now() - began;
  used = cpu() - used;
  printf("%s %d %.0f tokens/s %.0f tokens/CPU-s\n", argv[5], count, (double)total / began,
         (double)total / used);
  return 0;
}
