/* From noisy votes to a saved tagger, in C99: builds a small corpus by hand, aggregates the votes
 * of three sources, trains a CRF on the result, saves it, loads it again and tags a new sentence.
 *
 *   cc -std=c99 votes_to_tagger.c -lweft && ./a.out [FOLDER]
 */
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>

#define MAX_TOKENS 16

/* Texts end to end with their offsets, as the builder takes them. */
typedef struct {
  char bytes[512];
  size_t offsets[MAX_TOKENS + 1];
  size_t count;
} texts;

/* Splits "a b c"; "-" stands for an empty text. */
static texts split(const char* line) {
  texts t;
  const char* at = line;
  size_t used = 0;
  t.count = 0;
  t.offsets[0] = 0;
  while (*at) {
    const size_t size = strcspn(at, " ");
    if (!(size == 1 && *at == '-')) {
      memcpy(t.bytes + used, at, size);
      used += size;
    }
    t.offsets[++t.count] = used;
    at += size;
    if (*at == ' ') ++at;
  }
  return t;
}

/* Tokens, then what a gazetteer, a rule and a crowd worker said. "-" abstains; the worker did not
 * see every sentence. */
static const char* const kSentences[][4] = {
    {"Ada Lovelace was born in London .", "B-PER I-PER O O O B-LOC O", "- - - - - B-LOC -",
     "B-PER I-PER O O O B-LOC O"},
    {"Alan Turing worked in Manchester .", "B-PER I-PER O O B-LOC O", "- - - - B-LOC -", NULL},
    {"Grace Hopper lived in Arlington .", "B-PER I-PER O O O O", "- - - - B-LOC -",
     "B-PER I-PER O O B-LOC O"},
    {"They met Ada Lovelace in London .", "O O B-PER I-PER O B-LOC O", "- - - - - B-LOC -",
     "O O B-PER I-PER O B-LOC O"},
    {"Manchester is north of London .", "B-LOC O O O B-LOC O", "- - - - - -",
     "B-LOC O O O B-LOC O"},
    {"Grace Hopper met Alan Turing .", "B-PER I-PER O B-PER I-PER O", "- - - - - -", NULL},
};
static const char* const kSources[] = {"gazetteer", "after-in", "worker"};

static weft_status add_sentence(weft_corpus_builder* builder, const char* const rows[4]) {
  const texts tokens = split(rows[0]);
  size_t source;
  weft_status status =
      weft_corpus_builder_sentence(builder, tokens.bytes, tokens.offsets, tokens.count, NULL, 0);
  for (source = 0; source < 3 && status == WEFT_OK; ++source) {
    texts votes;
    if (!rows[source + 1]) continue; /* not annotated by this source: missing, not O */
    votes = split(rows[source + 1]);
    status = weft_corpus_builder_votes(builder, kSources[source], strlen(kSources[source]),
                                       votes.bytes, votes.offsets, votes.count);
  }
  return status;
}

static weft_status build_corpus(weft_corpus** out) {
  weft_corpus_builder* builder = NULL;
  size_t i;
  weft_status status = weft_corpus_builder_new(NULL, &builder);
  for (i = 0; i < sizeof kSentences / sizeof *kSentences && status == WEFT_OK; ++i) {
    status = add_sentence(builder, kSentences[i]);
  }
  if (status == WEFT_OK) status = weft_corpus_builder_finish(builder, out);
  weft_corpus_builder_free(builder);
  return status;
}

/* A CRF that learns from what the HMM makes of the votes. */
static weft_status train(const weft_corpus* corpus, weft_model** out) {
  weft_options* options = NULL;
  weft_trainer* trainer = NULL;
  weft_status status = weft_options_new("crf", &options);
  if (status == WEFT_OK) status = weft_options_set(options, "aggregator", "hmm", 3);
  if (status == WEFT_OK) status = weft_trainer_new(options, corpus, NULL, &trainer);
  if (status == WEFT_OK) status = weft_trainer_run(trainer);
  if (status == WEFT_OK) status = weft_trainer_model(trainer, out);
  weft_trainer_free(trainer);
  weft_options_free(options);
  return status;
}

static weft_status tag(const weft_model* model, const char* line) {
  const texts tokens = split(line);
  const size_t sentences[2] = {0, tokens.count};
  weft_corpus* corpus = NULL;
  weft_tagger* tagger = NULL;
  weft_result* result = NULL;
  const weft_span* spans;
  size_t i, count = 0;
  weft_status status =
      weft_corpus_from_tokens(tokens.bytes, tokens.offsets, tokens.count, sentences, 1, &corpus);
  if (status == WEFT_OK) status = weft_tagger_new(model, &tagger);
  if (status == WEFT_OK) status = weft_tagger_decode(tagger, corpus, WEFT_WANT_SPANS, &result);
  spans = weft_result_spans(result, &count);
  for (i = 0; i < count; ++i) {
    int64_t t;
    printf("%s", weft_result_type(result, (size_t)spans[i].type, NULL));
    for (t = spans[i].begin; t < spans[i].end; ++t) {
      printf(" %.*s", (int)(tokens.offsets[t + 1] - tokens.offsets[t]),
             tokens.bytes + tokens.offsets[t]);
    }
    printf(" (%.2f)\n", spans[i].confidence);
  }
  weft_result_free(result);
  weft_tagger_free(tagger);
  weft_corpus_free(corpus);
  return status;
}

int main(int argc, char** argv) {
  weft_corpus* corpus = NULL;
  weft_model *trained = NULL, *loaded = NULL;
  char path[1024];
  weft_status status;
  if (weft_abi_version() != WEFT_ABI_VERSION) {
    fprintf(stderr, "built for ABI %d, found %d\n", WEFT_ABI_VERSION, (int)weft_abi_version());
    return 1;
  }
  snprintf(path, sizeof path, "%s/example.weft", argc > 1 ? argv[1] : ".");
  status = build_corpus(&corpus);
  if (status == WEFT_OK) status = train(corpus, &trained);
  if (status == WEFT_OK) status = weft_model_save(trained, path, strlen(path));
  if (status == WEFT_OK) status = weft_model_load(path, strlen(path), &loaded);
  if (status == WEFT_OK) status = tag(loaded, "Grace Hopper moved to London .");
  if (status != WEFT_OK) fprintf(stderr, "%s: %s\n", weft_status_name(status), weft_last_error());
  weft_model_free(loaded);
  weft_model_free(trained);
  weft_corpus_free(corpus);
  return status == WEFT_OK ? 0 : 1;
}
