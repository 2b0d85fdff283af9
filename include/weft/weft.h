/* weft: learns sequence taggers from weak labels. The C interface; the only header a host needs.
 *
 * The whole life of a model
 * -------------------------
 *
 *   weft_corpus *train = NULL, *test = NULL;
 *   weft_options* options = NULL;
 *   weft_trainer* trainer = NULL;
 *   weft_model* model = NULL;
 *   weft_tagger* tagger = NULL;
 *   weft_result* result = NULL;
 *   weft_report* report = NULL;
 *   double f1;
 *
 *   // 1. Corpora: from files, or sentence by sentence with weft_corpus_builder.
 *   if (weft_corpus_read_split("data", 4, "train", NULL, &train)) goto failed;
 *   if (weft_corpus_read_split("data", 4, "test", NULL, &test)) goto failed;
 *
 *   // 2. A method by name, and its options: a CRF that learns from what an HMM makes of the votes.
 *   if (weft_options_new("crf", &options)) goto failed;
 *   if (weft_options_set(options, "aggregator", "hmm", 3)) goto failed;
 *
 *   // 3. A trainer: step it, or run it to its end.
 *   if (weft_trainer_new(options, train, NULL, &trainer)) goto failed;
 *   if (weft_trainer_run(trainer)) goto failed;
 *
 *   // 4. A model: save it; weft_model_load reads it elsewhere.
 *   if (weft_trainer_model(trainer, &model)) goto failed;
 *   if (weft_model_save(model, "m.weft", 6)) goto failed;
 *
 *   // 5. A tagger, one per thread, decodes corpora into results.
 *   if (weft_tagger_new(model, &tagger)) goto failed;
 *   if (weft_tagger_decode(tagger, test, WEFT_WANT_SPANS, &result)) goto failed;
 *
 *   // 6. Scores, as numbers by key and as JSON.
 *   if (weft_evaluate(test, result, WEFT_STRICT, &report)) goto failed;
 *   if (weft_report_number(report, "span.f1", &f1)) goto failed;
 *   ...
 * failed:
 *   fprintf(stderr, "%s\n", weft_last_error());
 *
 * Rules that hold everywhere
 * --------------------------
 * - Functions that can fail return a weft_status; WEFT_OK is 0. On failure weft_last_error() of the
 *   same thread says what was expected, what was found and where, and out-parameters are untouched.
 *   Success leaves weft_last_error() alone.
 * - Handles are made by ..._new, ..._read, ..._load and the like, and freed by weft_<noun>_free, in
 *   any order: a handle keeps what it needs alive. Freeing NULL does nothing. NULL where a handle
 *   or an out-parameter is needed is WEFT_INVALID_ARGUMENT.
 * - Text is UTF-8. Names and keys (methods, options, splits, formats) are NUL-terminated; data
 *   (paths, tokens, labels, values) is a pointer and a length in bytes, and may hold NUL bytes.
 *   Only paths may not, nor be empty: that is WEFT_INVALID_ARGUMENT.
 * - Views that a getter hands out are borrowed: valid until the handle they came from is freed, or
 *   until the call that their description names.
 * - Truth values are int32_t, 0 or 1.
 * - Thread classes. [shared]: any number of threads at once on one handle. [one]: one thread at a
 *   time on one handle. [any]: even while another thread is inside a [one] function of the handle.
 *   Functions that take several handles use the class for the first; corpora, models, results and
 *   reports are immutable and always [shared].
 * - The library never prints, exits, aborts, or reads or sets the locale.
 */
#ifndef WEFT_WEFT_H_
#define WEFT_WEFT_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WEFT_API __attribute__((visibility("default")))
#else
#define WEFT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status, errors, version --------------------------------------------------------------- */

typedef int32_t weft_status;
enum {
  WEFT_OK = 0,
  WEFT_INVALID_ARGUMENT = 1, /* an argument or option that cannot be right */
  WEFT_NOT_FOUND = 2,        /* a name, key, source or file that does not exist */
  WEFT_IO = 3,               /* reading or writing failed */
  WEFT_FORMAT = 4,           /* text that does not follow its format; file and line are named */
  WEFT_VERSION = 5,          /* a model of a newer format, or a checkpoint of another build */
  WEFT_CORRUPT = 6,          /* a model file or checkpoint that is cut or changed */
  WEFT_CANCELLED = 7,        /* stopped by weft_trainer_cancel, or by a callback's WEFT_STOP */
  WEFT_CALLBACK = 8,         /* a callback returned something that it must not */
  WEFT_CLOSED = 9,           /* the handle's work is over (a finished builder) */
  WEFT_OUT_OF_MEMORY = 10,
  WEFT_UNSUPPORTED = 11, /* a right request that this build, model or method does not offer */
  WEFT_STATE = 12,       /* calls in the wrong order, or a corpus with nothing to learn from */
  WEFT_INTERNAL = 13     /* a fault of weft itself */
};

/** Name of a status, "WEFT_NOT_FOUND"; "" for a number that is none. [shared] Since 0.1. */
WEFT_API const char* weft_status_name(weft_status status);
/** Text of this thread's last failure; "" before the first. Valid until its next one. Since 0.1. */
WEFT_API const char* weft_last_error(void);
/** "0.1.0". [shared] Since 0.1. */
WEFT_API const char* weft_version(void);
/** Grows when the ABI changes; a host compares weft_abi_version() with the WEFT_ABI_VERSION that it
 *  was built with. [shared] Since 0.1. */
#define WEFT_ABI_VERSION 1
WEFT_API int32_t weft_abi_version(void);
/** Version, compiler, CPU level of the kernels in use, model format: one line. [shared] Since
 *  0.1. */
WEFT_API const char* weft_build_info(void);

/* ---- Handles ------------------------------------------------------------------------------- */

/** Values for the options of one method, or of reading corpora. Copied where they are used: later
 *  changes have no effect on a trainer or corpus made from them. [one] */
typedef struct weft_options weft_options;
/** Sentences of tokens with gold labels and votes of sources, each where there are any. [shared] */
typedef struct weft_corpus weft_corpus;
/** Sentences, their translations and how their tokens are aligned. [shared] */
typedef struct weft_bitext weft_bitext;
/** Labels carried over a bitext. [shared] */
typedef struct weft_projection weft_projection;
/** Builds a corpus sentence by sentence. [one] */
typedef struct weft_corpus_builder weft_corpus_builder;
/** One training run. [one], but for weft_trainer_cancel. */
typedef struct weft_trainer weft_trainer;
/** A trained model. [shared] */
typedef struct weft_model weft_model;
/** Decodes with one model; holds scratch. [one]: make one per thread. */
typedef struct weft_tagger weft_tagger;
/** What was decoded. [shared] */
typedef struct weft_result weft_result;
/** An active-learning session. [one] */
typedef struct weft_session weft_session;
/** Numbers by key, and the same as JSON. [shared] */
typedef struct weft_report weft_report;

/* ---- Methods and options ------------------------------------------------------------------- */

enum { WEFT_AGGREGATOR = 0, WEFT_TAGGER = 1 }; /* kinds of methods */

/** Methods by index, in listing order. Out of range: "" or -1. [shared] Since 0.1. */
WEFT_API size_t weft_method_count(void);
WEFT_API const char* weft_method_name(size_t index);
WEFT_API const char* weft_method_summary(size_t index);
WEFT_API int32_t weft_method_kind(size_t index);

/** Options of a training run with `method`, of reading corpora (`method` = "read"), of reading
 *  bitext ("bitext"), of projections over it ("project") or of sessions ("active"). Fails with
 * WEFT_NOT_FOUND, naming the nearest method. Since 0.1. */
WEFT_API weft_status weft_options_new(const char* method, weft_options** out);
WEFT_API void weft_options_free(weft_options* options);
/** Sets an option from text; the typed setters do the same from numbers. An unknown key is
 *  WEFT_NOT_FOUND and names the nearest; a value of the wrong type or out of bounds is
 *  WEFT_INVALID_ARGUMENT and names what is allowed. Since 0.1. */
WEFT_API weft_status weft_options_set(weft_options* options, const char* key, const char* value,
                                      size_t value_size);
WEFT_API weft_status weft_options_set_int(weft_options* options, const char* key, int64_t value);
WEFT_API weft_status weft_options_set_float(weft_options* options, const char* key, double value);
WEFT_API weft_status weft_options_set_bool(weft_options* options, const char* key, int32_t value);
/** The value now, or the default, as text. Borrowed until the options change. Since 0.1. */
WEFT_API weft_status weft_options_get(const weft_options* options, const char* key,
                                      const char** value, size_t* value_size);

enum { WEFT_BOOL = 0, WEFT_INT = 1, WEFT_FLOAT = 2, WEFT_STRING = 3, WEFT_CHOICE = 4 };

/** What options there are, by index. Out of range: "", -1, 0 or NaN. `min` and `max` are inclusive,
 *  infinite where there is no bound, NaN for options that are no numbers. Since 0.1. */
WEFT_API size_t weft_options_count(const weft_options* options);
WEFT_API const char* weft_options_key(const weft_options* options, size_t index);
WEFT_API int32_t weft_options_type(const weft_options* options, size_t index);
WEFT_API const char* weft_options_default(const weft_options* options, size_t index);
WEFT_API const char* weft_options_help(const weft_options* options, size_t index);
WEFT_API double weft_options_min(const weft_options* options, size_t index);
WEFT_API double weft_options_max(const weft_options* options, size_t index);
WEFT_API size_t weft_options_choice_count(const weft_options* options, size_t index);
WEFT_API const char* weft_options_choice(const weft_options* options, size_t index, size_t choice);
/** 1: the key is a prefix, such as "o_means."; what follows it is a name from the data. */
WEFT_API int32_t weft_options_is_prefix(const weft_options* options, size_t index);

/* ---- Corpora ------------------------------------------------------------------------------- */

/** A label id that means "no label": a token without gold, a source that abstains. */
#define WEFT_NO_LABEL (-1)

/** Reads one file. `reading`: options of "read", or NULL for the defaults (format by name, else by
 *  content). Fails with WEFT_IO or WEFT_FORMAT, naming file and line; nothing is half-read.
 *  Since 0.1. */
WEFT_API weft_status weft_corpus_read(const char* path, size_t path_size,
                                      const weft_options* reading, weft_corpus** out);
/** Reads a split ("train", "valid", "test") of a folder; meta.json beside it declares labels and
 *  sources. Since 0.1. */
WEFT_API weft_status weft_corpus_read_split(const char* folder, size_t folder_size,
                                            const char* split, const weft_options* reading,
                                            weft_corpus** out);
/** Reads bytes as one file; `name` stands in error texts. Since 0.1. */
WEFT_API weft_status weft_corpus_read_memory(const char* bytes, size_t size, const char* name,
                                             const weft_options* reading, weft_corpus** out);
/** One file per annotator over the same tokens; each becomes a source named after its file. Path i
 *  is paths[path_offsets[i] .. path_offsets[i+1]). `gold_path` may be NULL. Since 0.1. */
WEFT_API weft_status weft_corpus_read_annotators(const char* paths, const size_t* path_offsets,
                                                 size_t count, const char* gold_path,
                                                 size_t gold_path_size, const weft_options* reading,
                                                 weft_corpus** out);
/** A corpus from flat arrays of tokens: the quick way to something to tag. Token i is
 *  bytes[token_offsets[i] .. token_offsets[i+1]), sentence s the tokens
 *  [sentence_offsets[s] .. sentence_offsets[s+1]); both arrays have one entry more than there are
 *  tokens and sentences. Fails with WEFT_INVALID_ARGUMENT, naming the index, where offsets fall or
 *  do not end at `tokens`, or a token is not UTF-8. Since 0.1. */
WEFT_API weft_status weft_corpus_from_tokens(const char* bytes, const size_t* token_offsets,
                                             size_t tokens, const size_t* sentence_offsets,
                                             size_t sentences, weft_corpus** out);
/** The same with more columns, which templates of taggers may read. Column c is named
 *  names[name_offsets[c] .. name_offsets[c+1]), the first is "token"; its text at token t is
 *  bytes[offsets[t * columns + c] .. offsets[t * columns + c + 1]). Since 0.1. */
WEFT_API weft_status weft_corpus_from_columns(const char* names, const size_t* name_offsets,
                                              size_t columns, const char* bytes,
                                              const size_t* offsets, size_t tokens,
                                              const size_t* sentence_offsets, size_t sentences,
                                              weft_corpus** out);
/** A sentence per text, cut into words and punctuation as the readers of text do it. Text i is
 *  bytes[offsets[i] .. offsets[i+1]). Since 0.1. */
WEFT_API weft_status weft_corpus_from_texts(const char* bytes, const size_t* offsets, size_t texts,
                                            weft_corpus** out);
/** The sentences of a corpus whose indices are given, in that order, with all they have.
 *  WEFT_NOT_FOUND where there is none of an index. Since 0.1. */
WEFT_API weft_status weft_corpus_select(const weft_corpus* corpus, const size_t* sentences,
                                        size_t count, weft_corpus** out);
/** The sentences of all corpora, one after the other, with the labels, sources and columns of all
 *  ("" where one has no such column), in the tag scheme of the first that has distributions, which
 *  cannot be converted, else of the first whose tags are not IO. Fails with WEFT_UNSUPPORTED where
 *  distributions are in several schemes, or in IO where other labels say where mentions begin, with
 *  WEFT_INVALID_ARGUMENT where only some have attributes or embeddings. Since 0.1. */
WEFT_API weft_status weft_corpus_join(const weft_corpus* const* corpora, size_t count,
                                      weft_corpus** out);
WEFT_API void weft_corpus_free(weft_corpus* corpus);

/** Writes all that the corpus has as "conll", "jsonl", "jsonl-spans", "wrench" or "attributes",
 *  gzip where the path ends in .gz; the file appears whole or not at all. Since 0.1. */
WEFT_API weft_status weft_corpus_write(const weft_corpus* corpus, const char* path,
                                       size_t path_size, const char* format);
/** The same into memory, without gzip. `size` becomes the number of bytes; they are written to
 *  `buffer` if `capacity` holds them. Since 0.1. */
WEFT_API weft_status weft_corpus_write_memory(const weft_corpus* corpus, const char* format,
                                              char* buffer, size_t capacity, size_t* size);
/** The same corpus with the result's labels as its gold labels. Since 0.1. */
WEFT_API weft_status weft_corpus_with_labels(const weft_corpus* corpus, const weft_result* result,
                                             weft_corpus** out);

/** Counts and names; 0 or "" where out of range. Names are NUL-terminated; `size`, which may be
 *  NULL, becomes their size, for a name may hold NULs itself. Since 0.1. */
WEFT_API size_t weft_corpus_sentence_count(const weft_corpus* corpus);
WEFT_API size_t weft_corpus_token_count(const weft_corpus* corpus);
WEFT_API size_t weft_corpus_label_count(const weft_corpus* corpus);
WEFT_API const char* weft_corpus_label(const weft_corpus* corpus, size_t label, size_t* size);
WEFT_API size_t weft_corpus_source_count(const weft_corpus* corpus);
WEFT_API const char* weft_corpus_source(const weft_corpus* corpus, size_t source, size_t* size);
WEFT_API int32_t weft_corpus_has_gold(const weft_corpus* corpus);
WEFT_API int32_t weft_corpus_has_votes(const weft_corpus* corpus);
/** "plain", "io", "iob1", "iob2", "ioe1", "ioe2", "iobes" or "bilou". Where none is declared: that
 *  of the gold labels, to which votes of sources in other schemes were converted through spans;
 *  without gold labels, that of most sources. Since 0.1. */
WEFT_API const char* weft_corpus_scheme(const weft_corpus* corpus);
/** First token of a sentence, counted through the corpus; of sentence_count: token_count. */
WEFT_API size_t weft_corpus_sentence_begin(const weft_corpus* corpus, size_t sentence);
/** WEFT_NOT_FOUND where out of range. Borrowed. Since 0.1. */
WEFT_API weft_status weft_corpus_token(const weft_corpus* corpus, size_t token, const char** text,
                                       size_t* size);
WEFT_API weft_status weft_corpus_sentence_id(const weft_corpus* corpus, size_t sentence,
                                             const char** text, size_t* size);
/** The text that a sentence was read from ("" where it came as tokens). Borrowed. Since 0.1. */
WEFT_API weft_status weft_corpus_text(const weft_corpus* corpus, size_t sentence, const char** text,
                                      size_t* size);
/** Where a token stands in that text, bytes [begin, end). WEFT_NOT_FOUND without a text. */
WEFT_API weft_status weft_corpus_token_offsets(const weft_corpus* corpus, size_t token,
                                               size_t* begin, size_t* end);
enum { WEFT_BYTES = 0, WEFT_CODE_POINTS = 1, WEFT_UTF16 = 2 }; /* units of offsets */
/** The same of all tokens at once, in any unit: `bounds` [tokens, 2] become begin and end of each
 * in the text of its sentence; where that came as tokens, in its tokens joined by single blanks.
 *  Since 0.1. */
WEFT_API weft_status weft_corpus_offsets(const weft_corpus* corpus, int32_t unit, int64_t* bounds,
                                         size_t capacity);
/** Gold label ids of a sentence [L], WEFT_NO_LABEL where there is none. Borrowed. Since 0.1. */
WEFT_API weft_status weft_corpus_gold(const weft_corpus* corpus, size_t sentence,
                                      const int32_t** labels, size_t* length);
/** Votes of a source on a sentence [L], WEFT_NO_LABEL where it abstains; NULL and length 0 where it
 *  did not annotate the sentence, which is no error. Borrowed. Since 0.1. */
WEFT_API weft_status weft_corpus_votes(const weft_corpus* corpus, size_t sentence, size_t source,
                                       const int32_t** labels, size_t* length);
/** Distributions of a source on a sentence, [L, labels] row-major over the corpus's labels; rows of
 *  zeros abstain. NULL and 0 where its votes there are hard, or missing; weft_corpus_votes gives
 * the most probable labels then. Borrowed. Since 0.1. */
WEFT_API weft_status weft_corpus_soft_votes(const weft_corpus* corpus, size_t sentence,
                                            size_t source, const float** probabilities,
                                            size_t* count);
/** Character spans that reading widened to token bounds, and that it dropped. Since 0.1. */
WEFT_API int64_t weft_corpus_spans_expanded(const weft_corpus* corpus);
WEFT_API int64_t weft_corpus_spans_dropped(const weft_corpus* corpus);

/** Begin a sentence with its tokens, add what belongs to it, begin the next; finish. Since 0.1. */
WEFT_API weft_status weft_corpus_builder_new(const weft_options* reading,
                                             weft_corpus_builder** out);
WEFT_API void weft_corpus_builder_free(weft_corpus_builder* builder);
/** Token i is bytes[offsets[i] .. offsets[i+1]). `id` may be NULL. What is wrong with a sentence is
 *  reported when it is complete: by the next weft_corpus_builder_sentence, or by finish; and by
 *  every call after that, for the corpus would lack it. */
WEFT_API weft_status weft_corpus_builder_sentence(weft_corpus_builder* builder, const char* bytes,
                                                  const size_t* offsets, size_t tokens,
                                                  const char* id, size_t id_size);
/** A further column of the current sentence, laid out like its tokens. Every sentence has the
 * columns of the first. */
WEFT_API weft_status weft_corpus_builder_column(weft_corpus_builder* builder, const char* name,
                                                size_t name_size, const char* bytes,
                                                const size_t* offsets, size_t tokens);
/** Gold labels of the current sentence, laid out like its tokens; empty text: not labelled. */
WEFT_API weft_status weft_corpus_builder_labels(weft_corpus_builder* builder, const char* bytes,
                                                const size_t* offsets, size_t tokens);
/** Hard votes of a source on the current sentence; empty text: it abstains at that token. */
WEFT_API weft_status weft_corpus_builder_votes(weft_corpus_builder* builder, const char* source,
                                               size_t source_size, const char* bytes,
                                               const size_t* offsets, size_t tokens);
/** Distributions [tokens, labels], row-major, over the labels in `bytes`; a row of zeros
 *  abstains. */
WEFT_API weft_status weft_corpus_builder_soft_votes(weft_corpus_builder* builder,
                                                    const char* source, size_t source_size,
                                                    const char* bytes, const size_t* offsets,
                                                    size_t labels, const float* probabilities,
                                                    size_t tokens);
/** An attribute of a token of the current sentence, for taggers with features=attributes. */
WEFT_API weft_status weft_corpus_builder_attribute(weft_corpus_builder* builder, size_t token,
                                                   const char* name, size_t name_size, float value);
/** The host's own vectors of the current sentence's tokens, [tokens, width] row-major, `size`
 * numbers in all: what `chmm` reads without an encoder. Every sentence that has tokens has them, or
 * none. Fails with WEFT_INVALID_ARGUMENT where they are not one row a token; a number that is not
 * finite, or another width than before, is found when the sentence is complete. Since 0.1. */
WEFT_API weft_status weft_corpus_builder_embeddings(weft_corpus_builder* builder,
                                                    const float* values, size_t size, size_t width);
/** Hands the corpus over. The builder is closed then: further calls are WEFT_CLOSED. */
WEFT_API weft_status weft_corpus_builder_finish(weft_corpus_builder* builder, weft_corpus** out);

/* ---- Bitext -------------------------------------------------------------------------------- */

/** One file with both sides. JSON lines: {"id", "src": [token], "tgt": [token], "LINKS": [[source,
 *  target], ...]} (or [source, target, confidence], or "0-0 1-2"; options name the members), or
 *  lines "source ||| target ||| links", or "source ||| target" with the file of links that option
 *  `alignment` names, a line a pair, as fast_align and AWESoME write it.
 *  `aligning`: options of "bitext", or NULL. Fails with WEFT_NOT_FOUND, WEFT_IO, or with
 * WEFT_FORMAT naming file, line, pair and token where a link leaves its sentences; option
 * on_error=skip counts those. Since 0.1. */
WEFT_API weft_status weft_bitext_read(const char* path, size_t path_size,
                                      const weft_options* aligning, weft_bitext** out);
/** Sentence i of `target` is the translation of sentence i of `source`; links are in the file that
 *  option `alignment` names. Fails as weft_bitext_read does, and with WEFT_FORMAT where the numbers
 *  of sentences and lines differ: with all of them and the first pair that does not fit. Since
 *  0.1. */
WEFT_API weft_status weft_bitext_align(const weft_corpus* source, const weft_corpus* target,
                                       const weft_options* aligning, weft_bitext** out);
/** The same with links from memory: `links` [n, 2] are tokens of the source and of the target
 *  sentence, from 0 (option `first_index`), `confidences` [n] numbers from 0 to 1, or NULL; those
 *  of pair i are link_offsets[i] .. link_offsets[i+1], of `pairs` pairs. Since 0.1. */
WEFT_API weft_status weft_bitext_link(const weft_corpus* source, const weft_corpus* target,
                                      const int32_t* links, const float* confidences,
                                      const size_t* link_offsets, size_t pairs,
                                      const weft_options* aligning, weft_bitext** out);
/** From the source of `first` to the target of `second`, through a language in the middle: the
 *  target of `first` and the source of `second` must have the same tokens. Since 0.1. */
WEFT_API weft_status weft_bitext_through(const weft_bitext* first, const weft_bitext* second,
                                         weft_bitext** out);
/** The same links with another corpus of the same tokens as the target side: that of a projection,
 *  say, to which the votes of one more source are to come. Since 0.1. */
WEFT_API weft_status weft_bitext_with_target(const weft_bitext* bitext, const weft_corpus* target,
                                             weft_bitext** out);
WEFT_API void weft_bitext_free(weft_bitext* bitext);

WEFT_API size_t weft_bitext_pair_count(const weft_bitext* bitext);
enum { WEFT_SOURCE_SIDE = 0, WEFT_TARGET_SIDE = 1 };
/** A side as a corpus: the source side is what a tagger of its language decodes. Since 0.1. */
WEFT_API weft_status weft_bitext_side(const weft_bitext* bitext, int32_t side, weft_corpus** out);
/** The links of a pair, by target token: `count` numbers, source and target token by turns; and
 *  `count` confidences. Borrowed. Since 0.1. */
WEFT_API weft_status weft_bitext_links(const weft_bitext* bitext, size_t pair,
                                       const int32_t** links, size_t* count);
WEFT_API weft_status weft_bitext_confidences(const weft_bitext* bitext, size_t pair,
                                             const float** values, size_t* count);

/** Carries what `result` says of the source side (NULL: its gold labels) over the links: as votes
 *  of one more source, distributions where the result has marginals (Wang and Manning 2014, 3.1),
 *  or as gold labels (Yarowsky and Ngai 2001). `options`: of "project", or NULL. Fails with
 *  WEFT_INVALID_ARGUMENT where a label has no counterpart on the target side, with WEFT_STATE
 *  where nothing can be projected. Since 0.1. */
WEFT_API weft_status weft_bitext_project(const weft_bitext* bitext, const weft_result* result,
                                         const weft_options* options, weft_projection** out);
WEFT_API void weft_projection_free(weft_projection* projection);
/** The target side with them: what method `ge` learns from, and every method that learns from
 *  votes. Since 0.1. */
WEFT_API weft_status weft_projection_corpus(const weft_projection* projection, weft_corpus** out);
/** What became of pairs and tokens: "tokens.share" of the target tokens has an expectation,
 *  "labels.B-PER.share" of those falls on a label, "gold.agreement" where the target side has gold
 *  labels, and counts of all that was left out. Since 0.1. */
WEFT_API weft_status weft_projection_report(const weft_projection* projection, weft_report** out);

/* ---- Training ------------------------------------------------------------------------------ */

/** What a run has reached. NaN where there is no value yet. */
typedef struct weft_progress {
  int64_t iteration;      /* steps of the current phase */
  int64_t max_iterations; /* the most there will be; 0: unknown */
  double objective;       /* nats: falls for taggers, rises for aggregators */
  double dev_f1;          /* fraction of 1, on the development corpus; of a run that has finished
                             that of the model that is kept */
  double seconds;         /* since the run began */
  int32_t finished;
  int32_t converged; /* finished by the method's own criterion, not by a limit */
} weft_progress;

enum { WEFT_CONTINUE = 0, WEFT_STOP = 1 };
/** Called after each step on the thread that steps, never under a lock. WEFT_STOP ends the run as
 *  weft_trainer_cancel does. */
typedef int32_t (*weft_progress_callback)(const weft_progress* progress, void* user);
enum { WEFT_INFO = 0, WEFT_WARNING = 1 };
/** Warnings of a run: a sentence where sources contradict each other, a source below chance. Called
 *  on the thread that steps. */
typedef void (*weft_log_callback)(int32_t level, const char* text, void* user);

/** `dev` may be NULL. Options and corpora may be freed at once. Fails with WEFT_STATE where the
 *  corpus has nothing to learn from. Since 0.1. */
WEFT_API weft_status weft_trainer_new(const weft_options* options, const weft_corpus* train,
                                      const weft_corpus* dev, weft_trainer** out);
/** Writes a checkpoint: where the run stands between two steps, for weft_trainer_resume. After the
 *  last step, or a cancel, too; a progress callback may call it. Atomic, as weft_model_save.
 *  WEFT_UNSUPPORTED for methods other than the neural ones and alt. Since 0.1. */
WEFT_API weft_status weft_trainer_save(const weft_trainer* trainer, const char* path,
                                       size_t path_size);
/** A run that goes on where a checkpoint was written, given the options (but for `threads`) and
 *  corpora that the run was begun with: its model is, to the last bit, what it would have been
 *  without a break (where both machines use kernels of one level, see weft_build_info). A tagger
 *  that learns from an aggregator has the votes aggregated again first. Fails with WEFT_NOT_FOUND
 *  (no file), WEFT_IO, WEFT_FORMAT (no checkpoint), WEFT_VERSION (of another build of weft),
 *  WEFT_CORRUPT, WEFT_INVALID_ARGUMENT (of another run: names an option or corpus that differs),
 *  or as weft_trainer_new does. Since 0.1. */
WEFT_API weft_status weft_trainer_resume(const weft_options* options, const weft_corpus* train,
                                         const weft_corpus* dev, const char* path, size_t path_size,
                                         weft_trainer** out);
WEFT_API void weft_trainer_free(weft_trainer* trainer);
/** NULL takes the callback away. Since 0.1. */
WEFT_API weft_status weft_trainer_on_progress(weft_trainer* trainer,
                                              weft_progress_callback callback, void* user);
WEFT_API weft_status weft_trainer_on_log(weft_trainer* trainer, weft_log_callback callback,
                                         void* user);
/** One iteration; `more` becomes 0 when the run has finished. WEFT_CANCELLED after a cancel; the
 *  best model so far can be taken all the same. Since 0.1. */
WEFT_API weft_status weft_trainer_step(weft_trainer* trainer, int32_t* more);
/** Steps to the end. Since 0.1. */
WEFT_API weft_status weft_trainer_run(weft_trainer* trainer);
/** Stops the run at its next step. [any] Since 0.1. */
WEFT_API void weft_trainer_cancel(weft_trainer* trainer);
WEFT_API weft_status weft_trainer_progress(const weft_trainer* trainer, weft_progress* out);
/** What is being trained ("hmm", "crf"), and why the run stopped ("" before). Borrowed until the
 *  next step. Since 0.1. */
WEFT_API const char* weft_trainer_phase(const weft_trainer* trainer);
WEFT_API const char* weft_trainer_stop_reason(const weft_trainer* trainer);
/** The objective after each iteration of the current phase, nats. Borrowed until the next step. */
WEFT_API weft_status weft_trainer_objectives(const weft_trainer* trainer, const double** values,
                                             size_t* count);
/** The best model so far: by F1 on `dev` where the run stops by it (options `patience`, `stop`),
 * else the latest. WEFT_STATE before there is any. */
WEFT_API weft_status weft_trainer_model(weft_trainer* trainer, weft_model** out);

/* ---- Models -------------------------------------------------------------------------------- */

/** Fails with WEFT_NOT_FOUND (no file), WEFT_IO, WEFT_FORMAT (no model), WEFT_VERSION (newer) or
 *  WEFT_CORRUPT. Since 0.1. */
WEFT_API weft_status weft_model_load(const char* path, size_t path_size, weft_model** out);
WEFT_API weft_status weft_model_load_memory(const void* bytes, size_t size, weft_model** out);
/** Atomic: a reader sees the old file or the new one, whole. Since 0.1. */
WEFT_API weft_status weft_model_save(const weft_model* model, const char* path, size_t path_size);
/** `size` becomes the model's size; it is written to `buffer` if `capacity` holds it. Ask with a
 *  capacity of 0 first. Since 0.1. */
WEFT_API weft_status weft_model_save_memory(const weft_model* model, void* buffer, size_t capacity,
                                            size_t* size);
WEFT_API void weft_model_free(weft_model* model);

enum { WEFT_READS_TOKENS = 0, WEFT_READS_VOTES = 1 };

/** Out of range: "", 0, -1 or NaN. Since 0.1. */
WEFT_API const char* weft_model_method(const weft_model* model);
WEFT_API const char* weft_model_scheme(const weft_model* model);
WEFT_API int32_t weft_model_reads(const weft_model* model);
WEFT_API size_t weft_model_label_count(const weft_model* model);
WEFT_API const char* weft_model_label(const weft_model* model, size_t label, size_t* size);
/** Facts for people: what the model holds ("features", "452755"), then every option that it was
 *  trained with ("option.l2", "1"), then metadata ("metadata.name", …). Since 0.1. */
WEFT_API size_t weft_model_fact_count(const weft_model* model);
WEFT_API const char* weft_model_fact_key(const weft_model* model, size_t index, size_t* size);
WEFT_API const char* weft_model_fact_value(const weft_model* model, size_t index, size_t* size);
/** A copy of the model with a text of the host's (name, date) that its file keeps. Fails with
 *  WEFT_INVALID_ARGUMENT where the key is empty, or either is not UTF-8. Since 0.1. */
WEFT_API weft_status weft_model_with_metadata(const weft_model* model, const char* key,
                                              size_t key_size, const char* value, size_t value_size,
                                              weft_model** out);
/** A copy of the model, its weights shared, with another value of an option of decoding, such as
 *  `constrained` or nhcrf's `decode`. An unknown key is WEFT_NOT_FOUND; an option of training is
 *  WEFT_INVALID_ARGUMENT and names those that can be changed. Since 0.1. */
WEFT_API weft_status weft_model_with_option(const weft_model* model, const char* key,
                                            const char* value, size_t value_size, weft_model** out);
/** WEFT_NOT_FOUND where there is no such key. Borrowed. Since 0.1. */
WEFT_API weft_status weft_model_metadata(const weft_model* model, const char* key, size_t key_size,
                                         const char** value, size_t* value_size);

/** What an aggregator believes about each source. Since 0.1. */
WEFT_API size_t weft_model_source_count(const weft_model* model);
WEFT_API const char* weft_model_source(const weft_model* model, size_t source, size_t* size);
/** p(vote = truth | it votes), over tokens whose truth or vote is not O; NaN where it never
 *  votes. */
WEFT_API double weft_model_source_accuracy(const weft_model* model, size_t source);
WEFT_API double weft_model_source_weight(const weft_model* model, size_t source);
/** 1: its votes say more about what a token is not than about what it is. */
WEFT_API int32_t weft_model_source_adversarial(const weft_model* model, size_t source);
/** [K, K + 1] row-major: p(vote | true label); the last column is "abstains". Borrowed. */
WEFT_API weft_status weft_model_source_confusion(const weft_model* model, size_t source,
                                                 const double** values, size_t* count);

/** The types that its labels name: those of spans, or plain tags. Since 0.1. */
WEFT_API size_t weft_model_type_count(const weft_model* model);
WEFT_API const char* weft_model_type(const weft_model* model, size_t type, size_t* size);
/** Columns of weft_model_source_reliability. Intervals are Wilson's, of 95 %. */
enum {
  WEFT_PRECISION = 0, /* p(truth is of the type | its vote is), then the interval's ends */
  WEFT_RECALL = 3,    /* p(its vote is of the type | the truth is), then the interval's ends */
  WEFT_VOTES = 6,     /* expected tokens that each is taken over */
  WEFT_TRUTHS = 7,
  WEFT_RELIABILITY_COLUMNS = 8
};
/** [types, WEFT_RELIABILITY_COLUMNS] row-major: how far a source can be relied on, type by type,
 *  where the model is believed; empty where a model file of an earlier build does not tell. NaN
 *  where a share is taken over nothing. Borrowed. Since 0.1. */
WEFT_API weft_status weft_model_source_reliability(const weft_model* model, size_t source,
                                                   const double** values, size_t* count);

/* ---- Decoding ------------------------------------------------------------------------------ */

/** What a result holds beside labels; add them up. */
enum {
  WEFT_WANT_LABELS = 0,
  WEFT_WANT_MARGINALS = 1, /* p(label) of every token */
  WEFT_WANT_SPANS = 2,     /* spans with confidences */
  WEFT_WANT_SCORES = 4,    /* log-probabilities of sentences */
  WEFT_WANT_SUPPORT = 8    /* the sources that vote for each token's label */
};

WEFT_API weft_status weft_tagger_new(const weft_model* model, weft_tagger** out);
WEFT_API void weft_tagger_free(weft_tagger* tagger);
/** Threads that decode a corpus, 1 at first; 0: one per core. The result is the same. Since 0.1. */
WEFT_API weft_status weft_tagger_set_threads(weft_tagger* tagger, int32_t threads);
/** Decodes every sentence. Fails with WEFT_INVALID_ARGUMENT where the corpus lacks what the model
 *  reads (columns, votes). Since 0.1. */
WEFT_API weft_status weft_tagger_decode(weft_tagger* tagger, const weft_corpus* corpus,
                                        int32_t want, weft_result** out);
/** The same with the `k` best label paths of each sentence beside, or all where there are fewer; of
 *  mv and wmv, which vote by conventions of their own, the first may be others than the labels. The
 *  result keeps all: 4 bytes for each token of each path, twice as much while it is made. Fails
 * with WEFT_INVALID_ARGUMENT where k is 0 or above 1000000 as well. Since 0.1. */
WEFT_API weft_status weft_tagger_decode_k_best(weft_tagger* tagger, const weft_corpus* corpus,
                                               size_t k, int32_t want, weft_result** out);
WEFT_API void weft_result_free(weft_result* result);

WEFT_API size_t weft_result_sentence_count(const weft_result* result);
/** First token of a sentence; of sentence_count: the number of tokens. */
WEFT_API size_t weft_result_sentence_begin(const weft_result* result, size_t sentence);
/** Ids of the model's labels [tokens]. Borrowed. Since 0.1. */
WEFT_API const int32_t* weft_result_labels(const weft_result* result, size_t* tokens);
WEFT_API size_t weft_result_label_count(const weft_result* result);
WEFT_API const char* weft_result_label(const weft_result* result, size_t label, size_t* size);
/** [tokens, K] row-major; NULL and 0 where they were not wanted. Borrowed. Since 0.1. */
WEFT_API const double* weft_result_marginals(const weft_result* result, size_t* count);
/** [sentences] log p(labels | sentence), and the log-partition (of hmm and ds log p(votes)), in
 *  nats. */
WEFT_API const double* weft_result_log_probabilities(const weft_result* result, size_t* count);
WEFT_API const double* weft_result_log_partitions(const weft_result* result, size_t* count);
/** The corpus's sources that vote for each token's label (not alt's tagger), token after token, as
 * indices of the corpus's sources, ascending; and how many each token has. NULL and 0 where they
 * were not wanted. Borrowed. Since 0.1. */
WEFT_API const int32_t* weft_result_supporter_counts(const weft_result* result, size_t* tokens);
WEFT_API const int32_t* weft_result_supporters(const weft_result* result, size_t* count);
/** The k best paths: how many each sentence has; ids of the model's labels, path after path, best
 *  first, and sentence after sentence; log p(path | sentence) of each, in nats. Equal ones stand in
 *  the order of their labels, compared from the last token to the first. NULL and 0 where they were
 *  not wanted. Borrowed. Since 0.1. */
WEFT_API const int32_t* weft_result_path_counts(const weft_result* result, size_t* sentences);
WEFT_API const int32_t* weft_result_path_labels(const weft_result* result, size_t* count);
WEFT_API const double* weft_result_path_log_probabilities(const weft_result* result, size_t* paths);
/** By the probabilities of the k best paths among themselves: the entropy of each sentence's, nats
 *  (Kim et al. 2006); and p(label) of every token among them, [tokens, K] row-major, where
 * marginals were wanted too. NULL and 0 where they were not. Borrowed. Since 0.1. */
WEFT_API const double* weft_result_path_entropies(const weft_result* result, size_t* sentences);
WEFT_API const double* weft_result_path_marginals(const weft_result* result, size_t* count);
/** What of the corpus the model cannot read (votes of unknown sources or for unknown labels), and
 *  sentences whose sources contradict every legal path: they keep a best one. Since 0.1. */
WEFT_API size_t weft_result_warning_count(const weft_result* result);
WEFT_API const char* weft_result_warning(const weft_result* result, size_t index);
/** A labelled stretch of tokens. */
typedef struct weft_span {
  int64_t sentence;
  int64_t begin, end; /* tokens of the sentence, [begin, end) */
  int32_t type;       /* by index, see weft_result_type */
  double confidence;  /* the model's probability of exactly these labels there */
} weft_span;
/** By sentence, then by first token. Borrowed. Since 0.1. */
WEFT_API const weft_span* weft_result_spans(const weft_result* result, size_t* count);
WEFT_API size_t weft_result_type_count(const weft_result* result);
WEFT_API const char* weft_result_type(const weft_result* result, size_t type, size_t* size);

/* ---- Active learning ----------------------------------------------------------------------- */

/** Begins a session: a tagger learns from what has a label in `pool` and asks for more, sentence by
 *  sentence, only for the tokens that it is unsure of; it labels the others itself. `active`:
 *  options of "active", or NULL for the defaults; `tagger`: of a tagger. What labels there are,
 *  `pool` says: by its gold labels, or declared when it is read or built. `dev` may be NULL.
 *
 *  `path` names a file that the session is kept in, as it goes: what has been answered is on the
 *  disk when weft_session_answer returns, whatever ends the process. Taggers that go on from the
 *  model before (option retrain=steps) keep that in a second file beside it, PATH.model. NULL: it
 * is kept in memory alone. Fails with WEFT_STATE where the file holds something already or is in
 * use, WEFT_INVALID_ARGUMENT where `tagger` learns from votes, or an option has no effect. Since
 * 0.1. */
WEFT_API weft_status weft_session_new(const weft_options* active, const weft_options* tagger,
                                      const weft_corpus* pool, const weft_corpus* dev,
                                      const char* path, size_t path_size, weft_session** out);
/** Goes on with a session where it stood, given the corpora that it was begun with. Fails with
 *  WEFT_NOT_FOUND (no file), WEFT_IO, WEFT_FORMAT (no session), WEFT_VERSION, WEFT_CORRUPT (names
 *  the line), WEFT_STATE (in use) or WEFT_INVALID_ARGUMENT (of other corpora). Since 0.1. */
WEFT_API weft_status weft_session_resume(const weft_corpus* pool, const weft_corpus* dev,
                                         const char* path, size_t path_size, weft_session** out);
WEFT_API void weft_session_free(weft_session* session);
/** Warnings of its training; NULL takes the callback away. Called on the thread that learns. */
WEFT_API weft_status weft_session_on_log(weft_session* session, weft_log_callback callback,
                                         void* user);
/** Called within weft_session_next after each time that it has learned, on its thread: it may ask
 * the session for progress, labels, origins and the model, and nothing else. WEFT_STOP ends that
 * call with WEFT_CANCELLED; the next one goes on. */
typedef int32_t (*weft_update_callback)(weft_session* session, void* user);
/** NULL takes the callback away. Since 0.1. */
WEFT_API weft_status weft_session_on_update(weft_session* session, weft_update_callback callback,
                                            void* user);
/** Stops the call that learns or looks for a question, or the next one where none is under way: it
 *  fails with WEFT_CANCELLED. The call after it goes on; no answer is lost. [any] Since 0.1. */
WEFT_API void weft_session_cancel(weft_session* session);
/** The method that learns, "hmm-tagger". Borrowed. Since 0.1. */
WEFT_API const char* weft_session_method(const weft_session* session);
/** The options that it was begun with, also where it was resumed: copies. Since 0.1. */
WEFT_API weft_status weft_session_active_options(const weft_session* session, weft_options** out);
WEFT_API weft_status weft_session_tagger_options(const weft_session* session, weft_options** out);

/** Finds what to ask now; `more` becomes 0 where nothing is left. The question is the same until
 *  its tokens have answers or its sentence is skipped. Where a batch of sentences is done, this
 *  learns what was answered and ranks the pool anew, which takes what training the tagger takes;
 * and again and again while all that it finds are sentences of which there is nothing to ask. What
 *  fails may be tried again. Since 0.1. */
WEFT_API weft_status weft_session_next(weft_session* session, int32_t* more);
/** Of the last weft_session_next: the sentence, or -1 where nothing was left; and those of its
 *  tokens, counted in the sentence, that were to be asked for. Borrowed until the next call of
 *  it. */
WEFT_API int64_t weft_session_sentence(const weft_session* session);
WEFT_API const int32_t* weft_session_asked(const weft_session* session, size_t* count);
/** What the model says of a sentence, given the labels that are known: a result of one sentence
 *  with labels, marginals and the `k` best paths. After an update it may train first, as
 *  weft_session_next does. Fails with WEFT_STATE while there is no model.
 *  Since 0.1. */
WEFT_API weft_status weft_session_suggest(weft_session* session, size_t sentence, size_t k,
                                          weft_result** out);
/** Labels for tokens of a sentence, by ids of the pool's labels; in any order, some now and others
 *  later. They may be of tokens that were not asked for, or correct earlier ones, the model's among
 *  them; WEFT_NO_LABEL takes one back, to be asked for again. When all that was asked of a sentence
 *  has an answer, the model labels its other tokens, at the latest in weft_session_next. A sentence
 *  that was done is labelled by it anew where it had a part in it; where something is taken back of
 *  a sentence that was done or skipped, it comes next. Fails with WEFT_INVALID_ARGUMENT, and
 * changes nothing, where a token or label is out of range, or a token stands there twice. Since
 * 0.1. */
WEFT_API weft_status weft_session_answer(weft_session* session, size_t sentence,
                                         const int32_t* tokens, const int32_t* labels,
                                         size_t count);
/** Not to be asked about (again). Answers to it count all the same. Since 0.1. */
WEFT_API weft_status weft_session_skip(weft_session* session, size_t sentence);
/** Learns all answers now, those of a batch that is not done among them. Since 0.1. */
WEFT_API weft_status weft_session_update(weft_session* session);
/** The model of what was learned so far, which is trained where that is still to do. WEFT_STATE
 *  while nothing has a label. Since 0.1. */
WEFT_API weft_status weft_session_model(weft_session* session, weft_model** out);
/** The pool with all labels that are known now as its gold labels, the model's among them. Since
 *  0.1. */
WEFT_API weft_status weft_session_corpus(const weft_session* session, weft_corpus** out);

enum {
  WEFT_UNLABELLED = 0,
  WEFT_GIVEN = 1,    /* a gold label of the pool */
  WEFT_ANSWERED = 2, /* by weft_session_answer */
  WEFT_BY_MODEL = 3
};
/** [tokens] of the pool: the labels that are known now, WEFT_NO_LABEL where none is, and where each
 *  comes from. Borrowed until the session changes. Since 0.1. */
WEFT_API const int32_t* weft_session_labels(const weft_session* session, size_t* tokens);
WEFT_API const uint8_t* weft_session_origins(const weft_session* session, size_t* tokens);

typedef struct weft_session_counts {
  int64_t sentences; /* of the pool */
  int64_t done;      /* sentences whose every token has a label */
  int64_t skipped;   /* sentences */
  int64_t asked_sentences;
  int64_t asked;    /* tokens that were asked for */
  int64_t answered; /* tokens with an answer, asked for or not */
  int64_t by_model; /* tokens that the model labelled */
  int64_t updates;  /* how often it has learned */
} weft_session_counts;
WEFT_API weft_status weft_session_progress(const weft_session* session, weft_session_counts* out);

/* ---- Reports ------------------------------------------------------------------------------- */

enum { WEFT_STRICT = 0, WEFT_CONLLEVAL = 1 };

/** Scores a result against the corpus's gold labels. Since 0.1. */
WEFT_API weft_status weft_evaluate(const weft_corpus* corpus, const weft_result* result,
                                   int32_t mode, weft_report** out);
/** Coverage, overlap, conflict, polarity and accuracy of every source, and their agreement;
 *  accuracy against gold where there is gold, and against `result` unless it is NULL. Since 0.1. */
WEFT_API weft_status weft_analyze(const weft_corpus* corpus, const weft_result* result,
                                  weft_report** out);
WEFT_API void weft_report_free(weft_report* report);
/** Keys are paths into the JSON: "span.f1", "types.PER.recall". NaN for a rate over nothing, null
 * in the JSON; WEFT_NOT_FOUND for a key that is not there, or is no number. Since 0.1. */
WEFT_API weft_status weft_report_number(const weft_report* report, const char* key, double* value);
/** One JSON object, UTF-8, NUL-terminated. Borrowed. Since 0.1. */
WEFT_API const char* weft_report_json(const weft_report* report, size_t* size);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_WEFT_H_ */
