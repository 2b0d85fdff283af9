// Typemaps for Java. Handles are longs, text is UTF-8 in byte arrays, arrays are copied whole. Every
// call first sees that the library is there; once it is, the compiler takes that out again.

%pragma(java) moduleclassmodifiers="final class"
%pragma(java) jniclassclassmodifiers="final class"

%{
#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <vector>

namespace {

void ThrowFailure(JNIEnv* env, weft_status status, const char* text) {
  const jsize size = static_cast<jsize>(std::strlen(text));
  jbyteArray bytes = env->NewByteArray(size);
  if (!bytes) return;  // an OutOfMemoryError is pending
  env->SetByteArrayRegion(bytes, 0, size, reinterpret_cast<const jbyte*>(text));
  jclass failures = env->FindClass("io/weft/Failures");
  if (!failures) return;
  jmethodID of = env->GetStaticMethodID(failures, "of", "(I[B)Ljava/lang/RuntimeException;");
  if (!of) return;
  jobject failure = env->CallStaticObjectMethod(failures, of, status, bytes);
  if (!env->ExceptionCheck()) env->Throw(static_cast<jthrowable>(failure));
}

// False, with an exception pending, where there is no memory for `size` more values.
template <typename T>
bool Resize(JNIEnv* env, size_t size, std::vector<T>* values) {
  try {
    values->resize(size);
    return true;
  } catch (const std::exception&) {
    ThrowFailure(env, WEFT_OUT_OF_MEMORY, "no memory for an array that crosses into the library");
    return false;
  }
}

// An array of Java, copied.
template <typename Array, typename T, void (JNIEnv::*Get)(Array, jsize, jsize, T*)>
struct Copied {
  // False: an exception is pending.
  bool Read(JNIEnv* env, Array array) {
    there = array != nullptr;
    if (!there) return true;
    const jsize length = env->GetArrayLength(array);
    if (!Resize(env, static_cast<size_t>(length) + 1, &values)) return false;
    (env->*Get)(array, 0, length, values.data());
    return true;
  }
  size_t size() const { return there ? values.size() - 1 : 0; }
  T* data() { return there ? values.data() : nullptr; }

  bool there = false;
  std::vector<T> values;  // one more than the array has, 0: text is NUL-terminated
};
using Bytes = Copied<jbyteArray, jbyte, &JNIEnv::GetByteArrayRegion>;
using Ints = Copied<jintArray, jint, &JNIEnv::GetIntArrayRegion>;
using Floats = Copied<jfloatArray, jfloat, &JNIEnv::GetFloatArrayRegion>;

void ThrowInvalid(JNIEnv* env, const std::string& text) {
  ThrowFailure(env, WEFT_INVALID_ARGUMENT, text.c_str());
}

// Offsets of pieces in something of `size`: one more than there are pieces. False, with an exception
// pending, where they would lead out of it.
bool ReadOffsets(JNIEnv* env, jintArray array, size_t size, std::vector<size_t>* offsets) {
  Ints ints;
  if (!ints.Read(env, array) || !Resize(env, ints.size(), offsets)) return false;
  if (offsets->empty()) {
    ThrowInvalid(env, "expected one offset more than there are pieces, found none");
    return false;
  }
  jint before = 0;
  for (size_t i = 0; i < offsets->size(); ++i) {
    const jint offset = ints.values[i];
    if (offset < before || static_cast<size_t>(offset) > size) {
      ThrowInvalid(env, "offset " + std::to_string(i) + ": expected " + std::to_string(before) +
                            " to " + std::to_string(size) + ", found " + std::to_string(offset));
      return false;
    }
    (*offsets)[i] = static_cast<size_t>(before = offset);
  }
  return true;
}

// Indices, which must not be negative; the library checks how great they are. False, with an
// exception pending, where one is.
bool ReadIndices(JNIEnv* env, jintArray array, std::vector<size_t>* indices) {
  Ints ints;
  if (!ints.Read(env, array) || !Resize(env, ints.size(), indices)) return false;
  for (size_t i = 0; i < indices->size(); ++i) {
    if (ints.values[i] < 0) {
      ThrowInvalid(env, "expected an index, found " + std::to_string(ints.values[i]));
      return false;
    }
    (*indices)[i] = static_cast<size_t>(ints.values[i]);
  }
  return true;
}

// How many rows of `width` values `size` values are. False, with an exception pending, where the
// last is not whole.
bool CountRows(JNIEnv* env, size_t size, size_t width, const char* what, size_t* rows) {
  *rows = width > 0 ? size / width : 0;
  if (*rows * width == size) return true;
  ThrowInvalid(env, std::string("expected a multiple of ") + std::to_string(width) + " " + what +
                        ", found " + std::to_string(size));
  return false;
}

// A name that C reads up to its first NUL must have none.
bool CheckName(JNIEnv* env, Bytes* name) {
  if (name->there && std::memchr(name->data(), 0, name->size()) == nullptr) return true;
  ThrowFailure(env, WEFT_INVALID_ARGUMENT, "a name must not be null or hold a NUL character");
  return false;
}

bool FitsArray(JNIEnv* env, size_t size) {
  if (size <= static_cast<size_t>(std::numeric_limits<jsize>::max())) return true;
  ThrowFailure(env, WEFT_UNSUPPORTED, "an array of Java cannot hold so many values; use smaller batches");
  return false;
}

jbyteArray NewBytes(JNIEnv* env, const char* data, size_t size) {
  if (!data || !FitsArray(env, size)) return nullptr;
  jbyteArray array = env->NewByteArray(static_cast<jsize>(size));
  if (array) {
    env->SetByteArrayRegion(array, 0, static_cast<jsize>(size),
                            reinterpret_cast<const jbyte*>(data));
  }
  return array;
}

jintArray NewInts(JNIEnv* env, const int32_t* data, size_t size) {
  if (!data || !FitsArray(env, size)) return nullptr;
  jintArray array = env->NewIntArray(static_cast<jsize>(size));
  if (array) env->SetIntArrayRegion(array, 0, static_cast<jsize>(size), data);
  return array;
}

jdoubleArray NewDoubles(JNIEnv* env, const double* data, size_t size) {
  if (!FitsArray(env, size)) return nullptr;
  jdoubleArray array = env->NewDoubleArray(static_cast<jsize>(size));
  if (array && size > 0) env->SetDoubleArrayRegion(array, 0, static_cast<jsize>(size), data);
  return array;
}

jfloatArray NewFloats(JNIEnv* env, const float* data, size_t size) {
  if (!data || !FitsArray(env, size)) return nullptr;
  jfloatArray array = env->NewFloatArray(static_cast<jsize>(size));
  if (array) env->SetFloatArrayRegion(array, 0, static_cast<jsize>(size), data);
  return array;
}

// Sentence, begin, end, type, bits of the confidence: five longs a span.
jlongArray NewSpans(JNIEnv* env, const weft_span* spans, size_t count) {
  if (!FitsArray(env, count * 5)) return nullptr;
  std::vector<jlong> values;
  if (!Resize(env, count * 5, &values)) return nullptr;
  jlong* value = values.data();
  for (size_t i = 0; i < count; ++i) {
    *value++ = spans[i].sentence;
    *value++ = spans[i].begin;
    *value++ = spans[i].end;
    *value++ = spans[i].type;
    std::memcpy(value++, &spans[i].confidence, sizeof *value);
  }
  jlongArray array = env->NewLongArray(static_cast<jsize>(values.size()));
  if (array) env->SetLongArrayRegion(array, 0, static_cast<jsize>(values.size()), values.data());
  return array;
}

}  // namespace
%}

// ---- Numbers
%typemap(jni) size_t, int64_t "jlong"
%typemap(jtype) size_t, int64_t "long"
%typemap(jstype) size_t, int64_t "long"
%typemap(in) size_t, int64_t %{ $1 = static_cast<$1_ltype>($input); %}
%typemap(out) size_t, int64_t %{ $result = static_cast<jlong>($1); %}
%typemap(javain) size_t, int64_t "$javainput"
%typemap(javaout) size_t, int64_t { NativeLibrary.require(); return $jnicall; }
%typemap(jni) int32_t "jint"
%typemap(jtype) int32_t "int"
%typemap(jstype) int32_t "int"
%typemap(in) int32_t %{ $1 = $input; %}
%typemap(out) int32_t %{ $result = $1; %}
%typemap(javain) int32_t "$javainput"
%typemap(javaout) int32_t { NativeLibrary.require(); return $jnicall; }

// ---- What functions give
%define WEFT_RETURNS(TYPES, JNI, JAVA)
%typemap(jni) TYPES "JNI"
%typemap(jtype) TYPES "JAVA"
%typemap(jstype) TYPES "JAVA"
%typemap(javaout) TYPES { NativeLibrary.require(); return $jnicall; }
%enddef
%define WEFT_STATUS(TYPE, JNI, JAVA)
WEFT_RETURNS(TYPE, JNI, JAVA)
%typemap(out) TYPE %{
  if ($1 != WEFT_OK) {
    ThrowFailure(jenv, $1, weft_last_error());
    return $null;
  }
%}
%enddef
WEFT_STATUS(status, void, void)
%typemap(javaout) status, void { NativeLibrary.require(); $jnicall; }
WEFT_STATUS(status_handle, jlong, long)
WEFT_STATUS(status_more, jboolean, boolean)
WEFT_STATUS(status_number, jdouble, double)
WEFT_STATUS(status_size, jlong, long)
WEFT_STATUS(status_text, jbyteArray, byte[])
WEFT_STATUS(status_ids, jintArray, int[])
WEFT_STATUS(status_doubles, jdoubleArray, double[])
WEFT_STATUS(status_floats, jfloatArray, float[])
WEFT_STATUS(status_progress, jdoubleArray, double[])
WEFT_STATUS(status_counts, jlongArray, long[])
WEFT_RETURNS(text, jbyteArray, byte[])
WEFT_RETURNS(c_text, jbyteArray, byte[])
WEFT_RETURNS(byte_list, jbyteArray, byte[])
WEFT_RETURNS(ids, jintArray, int[])
WEFT_RETURNS(doubles, jdoubleArray, double[])
WEFT_RETURNS(spans, jlongArray, long[])
%typemap(out) text, byte_list, ids, doubles, spans ""
%typemap(out) c_text %{ $result = NewBytes(jenv, $1, std::strlen($1)); %}

%typemap(in, numinputs=0) int32_t* more (int32_t temp = 0) "$1 = &temp;"
%typemap(argout) int32_t* more "$result = *$1 != 0;"
%typemap(in, numinputs=0) double* value (double temp = 0) "$1 = &temp;"
%typemap(argout) double* value "$result = *$1;"
%typemap(in, numinputs=0) size_t* size (size_t temp = 0) "$1 = &temp;"
%typemap(argout) size_t* size "$result = Sized(jenv, result, *$1);"
%typemap(in, numinputs=0) weft_progress* out (weft_progress temp) "$1 = &temp;"
%typemap(argout) weft_progress* out %{
  const double values[] = {static_cast<double>($1->iteration),
                           static_cast<double>($1->max_iterations), $1->objective, $1->dev_f1,
                           $1->seconds, $1->finished ? 1.0 : 0.0, $1->converged ? 1.0 : 0.0};
  $result = NewDoubles(jenv, values, 7);
%}
%typemap(in, numinputs=0) weft_session_counts* out (weft_session_counts temp) "$1 = &temp;"
%typemap(argout) weft_session_counts* out %{
  static_assert(sizeof *$1 == 8 * sizeof(jlong), "weft_session_counts is eight numbers");
  $result = jenv->NewLongArray(8);
  if ($result) jenv->SetLongArrayRegion($result, 0, 8, reinterpret_cast<const jlong*>($1));
%}
%typemap(in, numinputs=0) (const char** text, size_t* size) (const char* bytes = nullptr, size_t temp = 0) "$1 = const_cast<$1_ltype>(&bytes); $2 = &temp;"
%typemap(argout) (const char** text, size_t* size) "$result = NewBytes(jenv, *$1, *$2);"
%apply (const char** text, size_t* size) { (const char** text, size_t* text_size) };
%typemap(in, numinputs=0) (const int32_t** ids, size_t* count) (const int32_t* data = nullptr, size_t temp = 0) "$1 = const_cast<$1_ltype>(&data); $2 = &temp;"
%typemap(argout) (const int32_t** ids, size_t* count) "$result = NewInts(jenv, *$1, *$2);"
%typemap(in, numinputs=0) (const double** values, size_t* count) (const double* data = nullptr, size_t temp = 0) "$1 = const_cast<$1_ltype>(&data); $2 = &temp;"
%typemap(argout) (const double** values, size_t* count) "$result = NewDoubles(jenv, *$1, *$2);"
%typemap(in, numinputs=0) (const float** values, size_t* count) (const float* data = nullptr, size_t temp = 0) "$1 = const_cast<$1_ltype>(&data); $2 = &temp;"
%typemap(argout) (const float** values, size_t* count) "$result = NewFloats(jenv, *$1, *$2);"
%typemap(in, numinputs=0) size_t* count (size_t temp = 0) "$1 = &temp;"
%typemap(argout) size_t* count "$result = NewList(jenv, result, *$1);"
%{
namespace {
// What a function with a size gives: text that has it, or the size itself beside a status.
jbyteArray Sized(JNIEnv* env, const char* text, size_t size) { return NewBytes(env, text, size); }
jbyteArray Sized(JNIEnv* env, const uint8_t* data, size_t size) {
  return NewBytes(env, reinterpret_cast<const char*>(data), size);
}
jlong Sized(JNIEnv*, weft_status, size_t size) { return static_cast<jlong>(size); }
// Lists of a result; none is an empty one.
jintArray NewList(JNIEnv* env, const int32_t* data, size_t size) {
  static const int32_t none = 0;
  return NewInts(env, data ? data : &none, size);
}
jdoubleArray NewList(JNIEnv* env, const double* data, size_t size) {
  return NewDoubles(env, data, size);
}
jlongArray NewList(JNIEnv* env, const weft_span* data, size_t size) {
  return NewSpans(env, data, size);
}
}  // namespace
%}

// ---- What functions take
%define WEFT_ARGUMENT(JNI, JAVA, PATTERN...)
%typemap(jni) PATTERN "JNI"
%typemap(jtype) PATTERN "JAVA"
%typemap(jstype) PATTERN "JAVA"
%typemap(javain) PATTERN "$javainput"
%enddef
%define WEFT_FREEARG(PATTERN...)
%typemap(freearg) PATTERN ""
%enddef
WEFT_ARGUMENT(jbyteArray, byte[], const char* name)
%typemap(in) const char* name (Bytes temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  if (!CheckName(jenv, &temp)) return $null;
  $1 = reinterpret_cast<char*>(temp.data());
%}
WEFT_FREEARG(const char* name)
WEFT_ARGUMENT(jbyteArray, byte[], const char* flat)
%typemap(in) const char* flat (Bytes temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  $1 = reinterpret_cast<char*>(temp.data());
  const size_t flat_size = temp.size();
%}
WEFT_FREEARG(const char* flat)
WEFT_ARGUMENT(jbyteArray, byte[], const char* cells)
%typemap(in) const char* cells (Bytes temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  $1 = reinterpret_cast<char*>(temp.data());
  const size_t cells_size = temp.size();
%}
WEFT_FREEARG(const char* cells)
WEFT_ARGUMENT(jbyteArray, byte[], (const char* bytes, size_t size))
%typemap(in) (const char* bytes, size_t size) (Bytes temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  $1 = reinterpret_cast<char*>(temp.data());
  $2 = temp.size();
%}
WEFT_FREEARG((const char* bytes, size_t size))
%apply (const char* bytes, size_t size) { (const char* value, size_t value_size) };
WEFT_ARGUMENT(jbyteArray, byte[], (const void* data, size_t data_size))
%typemap(in) (const void* data, size_t data_size) (Bytes temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  $1 = temp.data();
  $2 = temp.size();
%}
// Counts are those of what was copied, and offsets stay within it: arrays that do not fit together
// must not make the library read beyond them. The names go by the arguments before.
WEFT_ARGUMENT(jintArray, int[], (const size_t* offsets, size_t count))
%typemap(in) (const size_t* offsets, size_t count) (std::vector<size_t> temp) %{
  if (!ReadOffsets(jenv, $input, flat_size, &temp)) return $null;
  $1 = temp.data();
  $2 = temp.size() - 1;
  [[maybe_unused]] const size_t flat_count = $2;
%}
WEFT_FREEARG((const size_t* offsets, size_t count))
// Against the number of tokens the library checks these itself.
WEFT_ARGUMENT(jintArray, int[], (const size_t* sentence_offsets, size_t sentences))
%typemap(in) (const size_t* sentence_offsets, size_t sentences) (std::vector<size_t> temp) %{
  if (!ReadOffsets(jenv, $input, std::numeric_limits<jint>::max(), &temp)) return $null;
  $1 = temp.data();
  $2 = temp.size() - 1;
%}
WEFT_FREEARG((const size_t* sentence_offsets, size_t sentences))
WEFT_ARGUMENT(jintArray, int[], (const size_t* cell_offsets, size_t tokens))
%typemap(in) (const size_t* cell_offsets, size_t tokens) (std::vector<size_t> temp) %{
  if (!ReadOffsets(jenv, $input, cells_size, &temp)) return $null;
  if (!CountRows(jenv, temp.size() - 1, flat_count, "cells", &$2)) return $null;
  $1 = temp.data();
%}
WEFT_FREEARG((const size_t* cell_offsets, size_t tokens))
WEFT_ARGUMENT(jfloatArray, float[], (const float* probabilities, size_t tokens))
%typemap(in) (const float* probabilities, size_t tokens) (Floats temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  if (!CountRows(jenv, temp.size(), flat_count, "probabilities", &$2)) return $null;
  $1 = temp.data();
%}
WEFT_FREEARG((const float* probabilities, size_t tokens))
WEFT_ARGUMENT(jfloatArray, float[], (const float* values, size_t size))
%typemap(in) (const float* values, size_t size) (Floats temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  $1 = temp.data();
  $2 = temp.size();
%}
WEFT_FREEARG((const float* values, size_t size))
WEFT_ARGUMENT(jintArray, int[], (const size_t* sentences, size_t count))
%typemap(in) (const size_t* sentences, size_t count) (std::vector<size_t> temp) %{
  if (!ReadIndices(jenv, $input, &temp)) return $null;
  $1 = temp.data();
  $2 = temp.size();
%}
WEFT_FREEARG((const size_t* sentences, size_t count))
WEFT_ARGUMENT(jintArray, int[], const int32_t* tokens)
%typemap(in) const int32_t* tokens (Ints temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  $1 = temp.data();
  const size_t tokens_size = temp.size();
%}
WEFT_FREEARG(const int32_t* tokens)
WEFT_ARGUMENT(jintArray, int[], (const int32_t* labels, size_t count))
%typemap(in) (const int32_t* labels, size_t count) (Ints temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  if (temp.size() != tokens_size) {
    ThrowInvalid(jenv, "expected a label for each of " + std::to_string(tokens_size) +
                           " tokens, found " + std::to_string(temp.size()));
    return $null;
  }
  $1 = temp.data();
  $2 = temp.size();
%}
WEFT_FREEARG((const int32_t* labels, size_t count))
// Pairs of tokens; the offsets count pairs.
WEFT_ARGUMENT(jintArray, int[], const int32_t* links)
%typemap(in) const int32_t* links (Ints temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  $1 = temp.data();
  size_t links_count = 0;
  if (!CountRows(jenv, temp.size(), 2, "tokens of links", &links_count)) return $null;
%}
WEFT_FREEARG(const int32_t* links)
WEFT_ARGUMENT(jfloatArray, float[], const float* confidences)
%typemap(in) const float* confidences (Floats temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  if (temp.there && temp.size() != links_count) {
    ThrowInvalid(jenv, "expected a confidence for each of " + std::to_string(links_count) +
                           " links, found " + std::to_string(temp.size()));
    return $null;
  }
  $1 = temp.data();
%}
WEFT_FREEARG(const float* confidences)
WEFT_ARGUMENT(jintArray, int[], (const size_t* link_offsets, size_t pairs))
%typemap(in) (const size_t* link_offsets, size_t pairs) (std::vector<size_t> temp) %{
  if (!ReadOffsets(jenv, $input, links_count, &temp)) return $null;
  $1 = temp.data();
  $2 = temp.size() - 1;
%}
WEFT_FREEARG((const size_t* link_offsets, size_t pairs))
// Filled by the function, then copied back.
WEFT_ARGUMENT(jbyteArray, byte[], (char* buffer, size_t capacity))
%typemap(in) (char* buffer, size_t capacity) (Bytes temp) %{
  if (!temp.Read(jenv, $input)) return $null;
  $1 = reinterpret_cast<$1_ltype>(temp.data());
  $2 = temp.size();
%}
%typemap(argout) (char* buffer, size_t capacity) %{
  if ($2 > 0) jenv->SetByteArrayRegion($input, 0, static_cast<jsize>($2), reinterpret_cast<const jbyte*>($1));
%}
WEFT_FREEARG((char* buffer, size_t capacity))
%apply (char* buffer, size_t capacity) { (void* buffer, size_t capacity) };
WEFT_ARGUMENT(jlongArray, long[], (int64_t* bounds, size_t capacity))
%typemap(in) (int64_t* bounds, size_t capacity) (std::vector<int64_t> temp) %{
  if (!Resize(jenv, static_cast<size_t>(jenv->GetArrayLength($input)), &temp)) return $null;
  $1 = temp.data();
  $2 = temp.size();
%}
%typemap(argout) (int64_t* bounds, size_t capacity) %{
  jenv->SetLongArrayRegion($input, 0, static_cast<jsize>($2), reinterpret_cast<const jlong*>($1));
%}
WEFT_FREEARG((int64_t* bounds, size_t capacity))

// ---- Handles
%define WEFT_HANDLE(TYPE)
%typemap(jni) TYPE*, const TYPE* "jlong"
%typemap(jtype) TYPE*, const TYPE* "long"
%typemap(jstype) TYPE*, const TYPE* "long"
%typemap(javain) TYPE*, const TYPE* "$javainput"
%typemap(in) TYPE*, const TYPE* %{ $1 = reinterpret_cast<TYPE*>($input); %}
%typemap(in, numinputs=0) TYPE** out (TYPE* temp = nullptr) "$1 = &temp;"
%typemap(argout) TYPE** out "$result = reinterpret_cast<jlong>(*$1);"
%enddef
WEFT_HANDLE(weft_options)
WEFT_HANDLE(weft_corpus)
WEFT_HANDLE(weft_corpus_builder)
WEFT_HANDLE(weft_trainer)
WEFT_HANDLE(weft_model)
WEFT_HANDLE(weft_tagger)
WEFT_HANDLE(weft_result)
WEFT_HANDLE(weft_report)
WEFT_HANDLE(weft_session)
WEFT_HANDLE(weft_bitext)
WEFT_HANDLE(weft_projection)
WEFT_HANDLE(binding_log)

// ---- What would take a call a token, or a sentence
%native(binding_corpus_tokens) jbyteArray binding_corpus_tokens(jlong corpus, jlong first, jintArray ends);
%native(binding_corpus_begins) jintArray binding_corpus_begins(jlong corpus);
%{
// The texts of the tokens from `first` on, end to end; `ends`, as long as there are tokens wanted,
// becomes where each ends.
extern "C" JNIEXPORT jbyteArray JNICALL Java_io_weft_NativeJNI_binding_1corpus_1tokens(
    JNIEnv* env, jclass, jlong corpus, jlong first, jintArray ends) {
  const auto* self = reinterpret_cast<const weft_corpus*>(corpus);
  std::vector<jint> at;
  if (!Resize(env, static_cast<size_t>(env->GetArrayLength(ends)), &at)) return nullptr;
  std::string texts;
  try {
    for (size_t i = 0; i < at.size(); ++i) {
      const char* text = nullptr;
      size_t size = 0;
      const weft_status status =
          weft_corpus_token(self, static_cast<size_t>(first) + i, &text, &size);
      if (status != WEFT_OK) {
        ThrowFailure(env, status, weft_last_error());
        return nullptr;
      }
      texts.append(text, size);
      if (!FitsArray(env, texts.size())) return nullptr;
      at[i] = static_cast<jint>(texts.size());
    }
  } catch (const std::exception&) {
    ThrowFailure(env, WEFT_OUT_OF_MEMORY, "no memory for the texts of tokens");
    return nullptr;
  }
  env->SetIntArrayRegion(ends, 0, static_cast<jsize>(at.size()), at.data());
  return NewBytes(env, texts.data(), texts.size());
}

// The first token of every sentence, and at the end the number of tokens.
extern "C" JNIEXPORT jintArray JNICALL Java_io_weft_NativeJNI_binding_1corpus_1begins(
    JNIEnv* env, jclass, jlong corpus) {
  const auto* self = reinterpret_cast<const weft_corpus*>(corpus);
  const size_t sentences = weft_corpus_sentence_count(self);
  std::vector<int32_t> begins;
  if (!FitsArray(env, weft_corpus_token_count(self)) || !Resize(env, sentences + 1, &begins)) {
    return nullptr;
  }
  for (size_t s = 0; s <= sentences; ++s) {
    begins[s] = static_cast<int32_t>(weft_corpus_sentence_begin(self, s));
  }
  return NewInts(env, begins.data(), begins.size());
}
%}
