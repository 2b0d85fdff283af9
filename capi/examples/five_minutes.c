/* weft in five minutes, in C99: loads a model, tags a text, and says where in it the spans stand.
 *
 *   cc -std=c99 five_minutes.c $(pkg-config --cflags --libs weft) && ./a.out m.weft
 */
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>

enum { kMaxTokens = 32 };

static void print_spans(const weft_result* result, const char* text, const int64_t* bounds) {
  size_t i, count = 0;
  const weft_span* spans = weft_result_spans(result, &count);
  for (i = 0; i < count; ++i) {
    /* `bounds` has two numbers a token, its first byte and the one after its last; WEFT_UTF16 and
     * WEFT_CODE_POINTS are other units. */
    const int begin = (int)bounds[2 * spans[i].begin], end = (int)bounds[2 * spans[i].end - 1];
    printf("%s %d..%d \"%.*s\" (%.6f)\n", weft_result_type(result, (size_t)spans[i].type, NULL),
           begin, end, end - begin, text + begin, spans[i].confidence);
  }
}

int main(int argc, char** argv) {
  const char* const text = "🙂 Grace Hopper moved to London.";
  const size_t offsets[] = {0, strlen(text)}; /* one text: it ends where the bytes end */
  int64_t bounds[2 * kMaxTokens];
  weft_model* model = NULL;
  weft_tagger* tagger = NULL; /* one per thread; the model is shared */
  weft_corpus* corpus = NULL;
  weft_result* result = NULL;
  weft_status status;
  if (argc != 2) {
    fprintf(stderr, "usage: five_minutes MODEL\n");
    return 2;
  }
  status = weft_model_load(argv[1], strlen(argv[1]), &model);
  if (status == WEFT_OK) status = weft_tagger_new(model, &tagger);
  if (status == WEFT_OK) status = weft_corpus_from_texts(text, offsets, 1, &corpus);
  if (status == WEFT_OK) status = weft_tagger_decode(tagger, corpus, WEFT_WANT_SPANS, &result);
  if (status == WEFT_OK) status = weft_corpus_offsets(corpus, WEFT_BYTES, bounds, 2 * kMaxTokens);
  if (status == WEFT_OK) {
    print_spans(result, text, bounds);
  } else {
    fprintf(stderr, "%s: %s\n", weft_status_name(status), weft_last_error());
  }
  weft_result_free(result); /* freeing NULL does nothing */
  weft_corpus_free(corpus);
  weft_tagger_free(tagger);
  weft_model_free(model);
  return status == WEFT_OK ? 0 : 1;
}
