/* A tagger that asks, in C99: learns from a tenth of the sentences, asks for the tokens that it is
 * unsure of, labels the others itself, and loses no answer if it is killed.
 *
 *   cc -std=c99 asking.c $(pkg-config --cflags --libs weft) && ./a.out sentences.jsonl my.session
 *
 * Here the sentences have all their labels, of which the session is given a tenth, and the answers
 * are the others. In your program a person gives them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

/* Begins the session, or goes on with the one that the file holds. */
static weft_status open_session(const weft_corpus* pool, const char* file, weft_session** session) {
  weft_options *loop = NULL, *tagger = NULL;
  weft_status status = weft_session_resume(pool, NULL, file, strlen(file), session);
  if (status != WEFT_NOT_FOUND) return status;
  status = weft_options_new("active", &loop);
  if (status == WEFT_OK) status = weft_options_set_float(loop, "labelled", 0.1);
  if (status == WEFT_OK) status = weft_options_new("hmm-tagger", &tagger);
  if (status == WEFT_OK) {
    status = weft_session_new(loop, tagger, pool, NULL, file, strlen(file), session);
  }
  weft_options_free(tagger);
  weft_options_free(loop);
  return status;
}

/* Answers the question that the session asks. */
static weft_status answer(weft_session* session, const weft_corpus* pool) {
  const size_t sentence = (size_t)weft_session_sentence(session);
  size_t i, count = 0, length = 0;
  const int32_t* tokens = weft_session_asked(session, &count);
  const int32_t* gold = NULL;
  int32_t* labels = malloc((count + 1) * sizeof *labels);
  int known = 1; /* else nobody has the answers */
  weft_status status;
  if (!labels) return WEFT_OUT_OF_MEMORY;
  status = weft_corpus_gold(pool, sentence, &gold, &length);
  if (status == WEFT_OK) {
    printf("%zu:", sentence);
    for (i = 0; i < count; ++i) {
      labels[i] = gold[tokens[i]];
      known = known && labels[i] != WEFT_NO_LABEL;
      printf(" %" PRId32, tokens[i]);
    }
    printf("\n");
    status = known ? weft_session_answer(session, sentence, tokens, labels, count)
                   : weft_session_skip(session, sentence);
  }
  free(labels);
  return status;
}

int main(int argc, char** argv) {
  weft_corpus* pool = NULL;
  weft_session* session = NULL;
  weft_session_counts counts;
  weft_status status;
  int32_t more = 1;
  if (argc != 3) {
    fprintf(stderr, "usage: asking SENTENCES SESSION\n");
    return 2;
  }
  status = weft_corpus_read(argv[1], strlen(argv[1]), NULL, &pool);
  if (status == WEFT_OK) status = open_session(pool, argv[2], &session);
  while (status == WEFT_OK) {
    status = weft_session_next(session, &more);
    if (status != WEFT_OK || !more) break;
    status = answer(session, pool);
  }
  if (status == WEFT_OK) status = weft_session_progress(session, &counts);
  if (status == WEFT_OK) {
    printf("%" PRId64 " tokens answered, %" PRId64 " by the model\n", counts.answered,
           counts.by_model);
  } else {
    fprintf(stderr, "%s: %s\n", weft_status_name(status), weft_last_error());
  }
  weft_session_free(session);
  weft_corpus_free(pool);
  return status == WEFT_OK ? 0 : 1;
}
