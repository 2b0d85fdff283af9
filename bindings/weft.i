// The C interface as hosts of other languages call it: one flat function for each of weft.h, its
// types named so that each language's typemaps know what crosses. weft_java.i and weft_csharp.i
// hold the typemaps; unbound.txt lists what is not here.
//
// A handle crosses as a number (Java) or a SafeHandle (C#). What is written for people is in java/
// and csharp/; nothing here is public there.
%module Native

%{
#include <weft/weft.h>

#include "binding_log.h"

// Statuses by what a function gives besides. The typemaps go by these names.
typedef weft_status status;         // nothing
typedef weft_status status_handle;  // a new handle, through `out`
typedef weft_status status_more;    // a truth value, through `more`
typedef weft_status status_number;  // a number, through `value`
typedef weft_status status_size;    // a size, through `size`
typedef weft_status status_text;    // text
typedef weft_status status_ids;     // label ids
typedef weft_status status_doubles;
typedef weft_status status_floats;
typedef weft_status status_progress;
typedef weft_status status_counts;
typedef const char* text;    // with its size
typedef const char* c_text;  // NUL-terminated
typedef const uint8_t* byte_list;
typedef const int32_t* ids;
typedef const double* doubles;
typedef const weft_span* spans;

// Lists of handles do not cross; hosts join one corpus to the next.
static weft_status binding_corpus_join(const weft_corpus* first, const weft_corpus* second,
                                       weft_corpus** out) {
  const weft_corpus* both[] = {first, second};
  return weft_corpus_join(both, 2, out);
}
%}

#ifdef SWIGJAVA
%include "weft_java.i"
#else
%include "weft_csharp.i"
#endif

// ---- Version, methods, options
c_text weft_status_name(int32_t status);
c_text weft_version(void);
int32_t weft_abi_version(void);
c_text weft_build_info(void);

size_t weft_method_count(void);
c_text weft_method_name(size_t index);
c_text weft_method_summary(size_t index);
int32_t weft_method_kind(size_t index);

status_handle weft_options_new(const char* name, weft_options** out);
void weft_options_free(weft_options* dead);
status weft_options_set(weft_options* options, const char* name, const char* bytes, size_t size);
status weft_options_set_int(weft_options* options, const char* name, int64_t value);
status weft_options_set_float(weft_options* options, const char* name, double value);
status weft_options_set_bool(weft_options* options, const char* name, int32_t value);
status_text weft_options_get(const weft_options* options, const char* name, const char** text,
                             size_t* size);
size_t weft_options_count(const weft_options* options);
c_text weft_options_key(const weft_options* options, size_t index);
int32_t weft_options_type(const weft_options* options, size_t index);
c_text weft_options_default(const weft_options* options, size_t index);
c_text weft_options_help(const weft_options* options, size_t index);
double weft_options_min(const weft_options* options, size_t index);
double weft_options_max(const weft_options* options, size_t index);
size_t weft_options_choice_count(const weft_options* options, size_t index);
c_text weft_options_choice(const weft_options* options, size_t index, size_t choice);
int32_t weft_options_is_prefix(const weft_options* options, size_t index);

// ---- Corpora
status_handle weft_corpus_read(const char* bytes, size_t size, const weft_options* reading,
                               weft_corpus** out);
status_handle weft_corpus_read_split(const char* bytes, size_t size, const char* name,
                                     const weft_options* reading, weft_corpus** out);
status_handle weft_corpus_read_memory(const char* bytes, size_t size, const char* name,
                                      const weft_options* reading, weft_corpus** out);
status_handle weft_corpus_read_annotators(const char* flat, const size_t* offsets, size_t count,
                                          const char* bytes, size_t size,
                                          const weft_options* reading, weft_corpus** out);
status_handle weft_corpus_from_tokens(const char* flat, const size_t* offsets, size_t count,
                                      const size_t* sentence_offsets, size_t sentences,
                                      weft_corpus** out);
status_handle weft_corpus_from_columns(const char* flat, const size_t* offsets, size_t count,
                                       const char* cells, const size_t* cell_offsets, size_t tokens,
                                       const size_t* sentence_offsets, size_t sentences,
                                       weft_corpus** out);
status_handle weft_corpus_from_texts(const char* flat, const size_t* offsets, size_t count,
                                     weft_corpus** out);
status_handle weft_corpus_select(const weft_corpus* corpus, const size_t* sentences, size_t count,
                                 weft_corpus** out);
void weft_corpus_free(weft_corpus* dead);
status weft_corpus_write(const weft_corpus* corpus, const char* bytes, size_t size,
                         const char* name);
status_size weft_corpus_write_memory(const weft_corpus* corpus, const char* name, char* buffer,
                                     size_t capacity, size_t* size);
status_handle weft_corpus_with_labels(const weft_corpus* corpus, const weft_result* result,
                                      weft_corpus** out);
size_t weft_corpus_sentence_count(const weft_corpus* corpus);
size_t weft_corpus_token_count(const weft_corpus* corpus);
size_t weft_corpus_label_count(const weft_corpus* corpus);
text weft_corpus_label(const weft_corpus* corpus, size_t index, size_t* size);
size_t weft_corpus_source_count(const weft_corpus* corpus);
text weft_corpus_source(const weft_corpus* corpus, size_t index, size_t* size);
int32_t weft_corpus_has_gold(const weft_corpus* corpus);
int32_t weft_corpus_has_votes(const weft_corpus* corpus);
c_text weft_corpus_scheme(const weft_corpus* corpus);
size_t weft_corpus_sentence_begin(const weft_corpus* corpus, size_t sentence);
status_text weft_corpus_token(const weft_corpus* corpus, size_t token, const char** text,
                              size_t* size);
status_text weft_corpus_sentence_id(const weft_corpus* corpus, size_t sentence, const char** text,
                                    size_t* size);
status_text weft_corpus_text(const weft_corpus* corpus, size_t sentence, const char** text,
                             size_t* size);
status weft_corpus_offsets(const weft_corpus* corpus, int32_t unit, int64_t* bounds,
                           size_t capacity);
status_ids weft_corpus_gold(const weft_corpus* corpus, size_t sentence, const int32_t** ids,
                            size_t* count);
status_ids weft_corpus_votes(const weft_corpus* corpus, size_t sentence, size_t source,
                             const int32_t** ids, size_t* count);
status_floats weft_corpus_soft_votes(const weft_corpus* corpus, size_t sentence, size_t source,
                                     const float** values, size_t* count);
int64_t weft_corpus_spans_expanded(const weft_corpus* corpus);
int64_t weft_corpus_spans_dropped(const weft_corpus* corpus);

status_handle weft_corpus_builder_new(const weft_options* reading, weft_corpus_builder** out);
void weft_corpus_builder_free(weft_corpus_builder* dead);
status weft_corpus_builder_sentence(weft_corpus_builder* builder, const char* flat,
                                    const size_t* offsets, size_t count, const char* bytes,
                                    size_t size);
status weft_corpus_builder_column(weft_corpus_builder* builder, const char* bytes, size_t size,
                                  const char* flat, const size_t* offsets, size_t count);
status weft_corpus_builder_labels(weft_corpus_builder* builder, const char* flat,
                                  const size_t* offsets, size_t count);
status weft_corpus_builder_votes(weft_corpus_builder* builder, const char* bytes, size_t size,
                                 const char* flat, const size_t* offsets, size_t count);
status weft_corpus_builder_soft_votes(weft_corpus_builder* builder, const char* bytes, size_t size,
                                      const char* flat, const size_t* offsets, size_t count,
                                      const float* probabilities, size_t tokens);
status weft_corpus_builder_attribute(weft_corpus_builder* builder, size_t token, const char* bytes,
                                     size_t size, float value);
status weft_corpus_builder_embeddings(weft_corpus_builder* builder, const float* values,
                                      size_t size, size_t width);
status_handle weft_corpus_builder_finish(weft_corpus_builder* builder, weft_corpus** out);

// ---- Bitext
status_handle binding_corpus_join(const weft_corpus* first, const weft_corpus* second,
                                  weft_corpus** out);
status_handle weft_bitext_read(const char* bytes, size_t size, const weft_options* aligning,
                               weft_bitext** out);
status_handle weft_bitext_align(const weft_corpus* sources, const weft_corpus* targets,
                                const weft_options* aligning, weft_bitext** out);
status_handle weft_bitext_link(const weft_corpus* sources, const weft_corpus* targets,
                               const int32_t* links, const float* confidences,
                               const size_t* link_offsets, size_t pairs,
                               const weft_options* aligning, weft_bitext** out);
status_handle weft_bitext_through(const weft_bitext* first, const weft_bitext* second,
                                  weft_bitext** out);
status_handle weft_bitext_with_target(const weft_bitext* bitext, const weft_corpus* target,
                                      weft_bitext** out);
void weft_bitext_free(weft_bitext* dead);
size_t weft_bitext_pair_count(const weft_bitext* bitext);
status_handle weft_bitext_side(const weft_bitext* bitext, int32_t side, weft_corpus** out);
status_ids weft_bitext_links(const weft_bitext* bitext, size_t pair, const int32_t** ids,
                             size_t* count);
status_floats weft_bitext_confidences(const weft_bitext* bitext, size_t pair, const float** values,
                                      size_t* count);
status_handle weft_bitext_project(const weft_bitext* bitext, const weft_result* result,
                                  const weft_options* options, weft_projection** out);
void weft_projection_free(weft_projection* dead);
status_handle weft_projection_corpus(const weft_projection* projection, weft_corpus** out);
status_handle weft_projection_report(const weft_projection* projection, weft_report** out);

// ---- Training
status_handle weft_trainer_new(const weft_options* options, const weft_corpus* train,
                               const weft_corpus* dev, weft_trainer** out);
status_handle weft_trainer_resume(const weft_options* options, const weft_corpus* train,
                                  const weft_corpus* dev, const char* bytes, size_t size,
                                  weft_trainer** out);
status weft_trainer_save(const weft_trainer* trainer, const char* bytes, size_t size);
void weft_trainer_free(weft_trainer* dead);
status_more weft_trainer_step(weft_trainer* trainer, int32_t* more);
void weft_trainer_cancel(weft_trainer* trainer);
status_progress weft_trainer_progress(const weft_trainer* trainer, weft_progress* out);
c_text weft_trainer_phase(const weft_trainer* trainer);
c_text weft_trainer_stop_reason(const weft_trainer* trainer);
status_doubles weft_trainer_objectives(const weft_trainer* trainer, const double** values,
                                       size_t* count);
status_handle weft_trainer_model(weft_trainer* trainer, weft_model** out);
status_handle binding_log_new(weft_trainer* trainer, binding_log** out);
void binding_log_free(binding_log* dead);
text binding_log_take(binding_log* log, size_t* size);

// ---- Models
status_handle weft_model_load(const char* bytes, size_t size, weft_model** out);
status_handle weft_model_load_memory(const void* data, size_t data_size, weft_model** out);
status weft_model_save(const weft_model* model, const char* bytes, size_t size);
status_size weft_model_save_memory(const weft_model* model, void* buffer, size_t capacity,
                                   size_t* size);
void weft_model_free(weft_model* dead);
c_text weft_model_method(const weft_model* model);
c_text weft_model_scheme(const weft_model* model);
int32_t weft_model_reads(const weft_model* model);
size_t weft_model_label_count(const weft_model* model);
text weft_model_label(const weft_model* model, size_t index, size_t* size);
size_t weft_model_fact_count(const weft_model* model);
text weft_model_fact_key(const weft_model* model, size_t index, size_t* size);
text weft_model_fact_value(const weft_model* model, size_t index, size_t* size);
status_handle weft_model_with_metadata(const weft_model* model, const char* bytes, size_t size,
                                       const char* value, size_t value_size, weft_model** out);
status_handle weft_model_with_option(const weft_model* model, const char* name, const char* bytes,
                                     size_t size, weft_model** out);
status_text weft_model_metadata(const weft_model* model, const char* bytes, size_t size,
                                const char** text, size_t* text_size);
size_t weft_model_source_count(const weft_model* model);
text weft_model_source(const weft_model* model, size_t index, size_t* size);
double weft_model_source_accuracy(const weft_model* model, size_t source);
double weft_model_source_weight(const weft_model* model, size_t source);
int32_t weft_model_source_adversarial(const weft_model* model, size_t source);
size_t weft_model_type_count(const weft_model* model);
text weft_model_type(const weft_model* model, size_t index, size_t* size);
status_doubles weft_model_source_reliability(const weft_model* model, size_t source,
                                             const double** values, size_t* count);
status_doubles weft_model_source_confusion(const weft_model* model, size_t source,
                                           const double** values, size_t* count);

// ---- Decoding and reports
status_handle weft_tagger_new(const weft_model* model, weft_tagger** out);
void weft_tagger_free(weft_tagger* dead);
status weft_tagger_set_threads(weft_tagger* tagger, int32_t threads);
status_handle weft_tagger_decode(weft_tagger* tagger, const weft_corpus* corpus, int32_t want,
                                 weft_result** out);
status_handle weft_tagger_decode_k_best(weft_tagger* tagger, const weft_corpus* corpus, size_t k,
                                        int32_t want, weft_result** out);
void weft_result_free(weft_result* dead);
ids weft_result_labels(const weft_result* result, size_t* count);
size_t weft_result_label_count(const weft_result* result);
text weft_result_label(const weft_result* result, size_t index, size_t* size);
doubles weft_result_marginals(const weft_result* result, size_t* count);
doubles weft_result_log_probabilities(const weft_result* result, size_t* count);
ids weft_result_supporter_counts(const weft_result* result, size_t* count);
ids weft_result_supporters(const weft_result* result, size_t* count);
ids weft_result_path_counts(const weft_result* result, size_t* count);
ids weft_result_path_labels(const weft_result* result, size_t* count);
doubles weft_result_path_log_probabilities(const weft_result* result, size_t* count);
doubles weft_result_path_entropies(const weft_result* result, size_t* count);
doubles weft_result_path_marginals(const weft_result* result, size_t* count);
doubles weft_result_log_partitions(const weft_result* result, size_t* count);
size_t weft_result_warning_count(const weft_result* result);
c_text weft_result_warning(const weft_result* result, size_t index);
spans weft_result_spans(const weft_result* result, size_t* count);
size_t weft_result_type_count(const weft_result* result);
text weft_result_type(const weft_result* result, size_t index, size_t* size);

// ---- Active learning
status_handle weft_session_new(const weft_options* active, const weft_options* tagger,
                               const weft_corpus* pool, const weft_corpus* dev, const char* bytes,
                               size_t size, weft_session** out);
status_handle weft_session_resume(const weft_corpus* pool, const weft_corpus* dev,
                                  const char* bytes, size_t size, weft_session** out);
void weft_session_free(weft_session* dead);
status_handle binding_log_of_session(weft_session* session, binding_log** out);
void weft_session_cancel(weft_session* session);
c_text weft_session_method(const weft_session* session);
status_more weft_session_next(weft_session* session, int32_t* more);
int64_t weft_session_sentence(const weft_session* session);
ids weft_session_asked(const weft_session* session, size_t* count);
status_handle weft_session_suggest(weft_session* session, size_t sentence, size_t k,
                                   weft_result** out);
status weft_session_answer(weft_session* session, size_t sentence, const int32_t* tokens,
                           const int32_t* labels, size_t count);
status weft_session_skip(weft_session* session, size_t sentence);
status weft_session_update(weft_session* session);
status_handle weft_session_model(weft_session* session, weft_model** out);
status_handle weft_session_corpus(const weft_session* session, weft_corpus** out);
ids weft_session_labels(const weft_session* session, size_t* count);
byte_list weft_session_origins(const weft_session* session, size_t* size);
status_counts weft_session_progress(const weft_session* session, weft_session_counts* out);

status_handle weft_evaluate(const weft_corpus* corpus, const weft_result* result, int32_t mode,
                            weft_report** out);
status_handle weft_analyze(const weft_corpus* corpus, const weft_result* result, weft_report** out);
void weft_report_free(weft_report* dead);
status_number weft_report_number(const weft_report* report, const char* name, double* value);
text weft_report_json(const weft_report* report, size_t* size);
