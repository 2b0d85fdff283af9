// Typemaps for C#. Handles are SafeHandles, which the runtime keeps open during a call; text and
// arrays are pinned memory, NativeArray, both ways; whoever calls copies what is borrowed.

%pragma(csharp) moduleclassmodifiers="internal static unsafe class"
%pragma(csharp) imclassclassmodifiers="internal unsafe class"

%{
#include <cstring>

// Pinned memory of either side, as the C# struct NativeArray lays it out.
struct native_array {
  const void* data;
  size_t size;
};

// First tokens of sentences, in one call; `capacity` is one more than there are.
static void binding_sentence_begins(const weft_corpus* corpus, int32_t* begins, size_t capacity) {
  for (size_t s = 0; s < capacity; ++s) {
    begins[s] = static_cast<int32_t>(weft_corpus_sentence_begin(corpus, s));
  }
}

// Rows of `width` that `size` values make, whatever their number was said to be.
static size_t whole_rows(size_t size, size_t width) { return width == 0 ? 0 : size / width; }
%}

// ---- Numbers
%typemap(ctype) size_t "size_t"
%typemap(imtype) size_t "nuint"
%typemap(cstype) size_t "nuint"
%typemap(in) size_t "$1 = $input;"
%typemap(out) size_t "$result = $1;"
%typemap(csin) size_t "$csinput"
%typemap(csout, excode=SWIGEXCODE) size_t { return $imcall; }
%typemap(ctype) int64_t "int64_t"
%typemap(imtype) int64_t "long"
%typemap(cstype) int64_t "long"
%typemap(in) int64_t "$1 = $input;"
%typemap(out) int64_t "$result = $1;"
%typemap(csin) int64_t "$csinput"
%typemap(csout, excode=SWIGEXCODE) int64_t { return $imcall; }
%typemap(ctype) int32_t "int32_t"
%typemap(imtype) int32_t "int"
%typemap(cstype) int32_t "int"
%typemap(in) int32_t "$1 = $input;"
%typemap(out) int32_t "$result = $1;"
%typemap(csin) int32_t "$csinput"
%typemap(csout, excode=SWIGEXCODE) int32_t { return $imcall; }

// ---- What functions give: the status itself, to be checked by the caller on the same thread; the
// rest through out-parameters.
%define WEFT_STATUS(TYPE)
%typemap(ctype) TYPE "int32_t"
%typemap(imtype) TYPE "int"
%typemap(cstype) TYPE "void"
%typemap(out) TYPE "$result = $1;"
%typemap(csout, excode=SWIGEXCODE) TYPE { Failures.Check($imcall); }
%enddef
WEFT_STATUS(status)
WEFT_STATUS(status_handle)
WEFT_STATUS(status_more)
WEFT_STATUS(status_number)
WEFT_STATUS(status_size)
WEFT_STATUS(status_text)
WEFT_STATUS(status_ids)
WEFT_STATUS(status_doubles)
WEFT_STATUS(status_floats)
WEFT_STATUS(status_progress)
WEFT_STATUS(status_counts)

%define WEFT_POINTER(TYPE)
%typemap(ctype) TYPE "const void*"
%typemap(imtype) TYPE "global::System.IntPtr"
%typemap(cstype) TYPE "global::System.IntPtr"
%typemap(out) TYPE "$result = $1;"
%typemap(csout, excode=SWIGEXCODE) TYPE { return $imcall; }
%enddef
WEFT_POINTER(text)
WEFT_POINTER(c_text)
WEFT_POINTER(byte_list)
WEFT_POINTER(ids)
WEFT_POINTER(doubles)
WEFT_POINTER(spans)

%define WEFT_OUT(CTYPE, CSTYPE, PATTERN...)
%typemap(ctype) PATTERN "CTYPE*"
%typemap(imtype) PATTERN "out CSTYPE"
%typemap(cstype) PATTERN "out CSTYPE"
%typemap(in) PATTERN "$1 = $input;"
%typemap(csin) PATTERN "out $csinput"
%enddef
WEFT_OUT(int32_t, int, int32_t* more)
WEFT_OUT(double, double, double* value)
WEFT_OUT(size_t, nuint, size_t* size)
WEFT_OUT(size_t, nuint, size_t* count)
WEFT_OUT(weft_progress, NativeProgress, weft_progress* out)
WEFT_OUT(weft_session_counts, NativeCounts, weft_session_counts* out)

%define WEFT_OUT_ARRAY(PATTERN...)
%typemap(ctype) PATTERN "native_array*"
%typemap(imtype) PATTERN "out NativeArray"
%typemap(cstype) PATTERN "out NativeArray"
%typemap(in) PATTERN "$1 = reinterpret_cast<$1_ltype>(const_cast<void**>(&$input->data)); $2 = &$input->size;"
%typemap(csin) PATTERN "out $csinput"
%enddef
WEFT_OUT_ARRAY((const char** text, size_t* size))
%apply (const char** text, size_t* size) {
  (const char** text, size_t* text_size), (const int32_t** ids, size_t* count),
  (const double** values, size_t* count), (const float** values, size_t* count)
};

// ---- What functions take
%define WEFT_IN_POINTER(PATTERN...)
%typemap(ctype) PATTERN "native_array"
%typemap(imtype) PATTERN "NativeArray"
%typemap(cstype) PATTERN "NativeArray"
%typemap(in) PATTERN "$1 = static_cast<$1_ltype>(const_cast<void*>($input.data));"
%typemap(freearg) PATTERN ""
%typemap(csin) PATTERN "$csinput"
%enddef
WEFT_IN_POINTER(const char* name)
%apply const char* name { const char* flat, const char* cells, const int32_t* tokens,
                           const int32_t* links, const float* confidences };

%define WEFT_IN_ARRAY(PATTERN...)
%typemap(ctype) PATTERN "native_array"
%typemap(imtype) PATTERN "NativeArray"
%typemap(cstype) PATTERN "NativeArray"
%typemap(in) PATTERN "$1 = static_cast<$1_ltype>(const_cast<void*>($input.data)); $2 = $input.size;"
%typemap(freearg) PATTERN ""
%typemap(csin) PATTERN "$csinput"
%enddef
WEFT_IN_ARRAY((const char* bytes, size_t size))
%apply (const char* bytes, size_t size) {
  (const char* value, size_t value_size), (const void* data, size_t data_size),
  (const size_t* offsets, size_t count), (const size_t* sentence_offsets, size_t sentences),
  (const size_t* sentences, size_t count), (const int32_t* labels, size_t count),
  (const size_t* link_offsets, size_t pairs), (const size_t* cell_offsets, size_t tokens), (const float* probabilities, size_t tokens),
  (const float* values, size_t size), (char* buffer, size_t capacity), (void* buffer, size_t capacity),
  (int64_t* bounds, size_t capacity), (int32_t* begins, size_t capacity)
};

// Tables come with the number of their cells, not of their rows, which these functions take: they
// cannot see where the memory ends. Here it is their arguments by position that have names.
%csnothrowexception weft_corpus_from_columns %{
  arg6 = whole_rows(arg6, arg3);  // cells, names
  $action
%}
%csnothrowexception weft_corpus_builder_soft_votes %{
  arg8 = whole_rows(arg8, arg6);  // probabilities, labels
  $action
%}

// ---- Handles
%define WEFT_HANDLE(TYPE, HANDLE)
%typemap(ctype) TYPE*, const TYPE* "TYPE*"
%typemap(imtype) TYPE*, const TYPE* "HANDLE"
%typemap(cstype) TYPE*, const TYPE* "HANDLE"
%typemap(in) TYPE*, const TYPE* "$1 = $input;"
%typemap(csin) TYPE*, const TYPE* "$csinput"
%typemap(ctype) TYPE* dead "TYPE*"
%typemap(imtype) TYPE* dead "global::System.IntPtr"
%typemap(cstype) TYPE* dead "global::System.IntPtr"
%typemap(in) TYPE* dead "$1 = $input;"
%typemap(csin) TYPE* dead "$csinput"
%typemap(ctype) TYPE** out "TYPE**"
%typemap(imtype) TYPE** out "out HANDLE"
%typemap(cstype) TYPE** out "out HANDLE"
%typemap(in) TYPE** out "$1 = $input;"
%typemap(csin) TYPE** out "out $csinput"
%enddef
WEFT_HANDLE(weft_options, OptionsHandle)
WEFT_HANDLE(weft_corpus, CorpusHandle)
WEFT_HANDLE(weft_corpus_builder, BuilderHandle)
WEFT_HANDLE(weft_trainer, TrainerHandle)
WEFT_HANDLE(weft_model, ModelHandle)
WEFT_HANDLE(weft_tagger, TaggerHandle)
WEFT_HANDLE(weft_result, ResultHandle)
WEFT_HANDLE(weft_report, ReportHandle)
WEFT_HANDLE(weft_session, SessionHandle)
WEFT_HANDLE(weft_bitext, BitextHandle)
WEFT_HANDLE(weft_projection, ProjectionHandle)
WEFT_HANDLE(binding_log, LogHandle)

c_text weft_last_error(void);
void binding_sentence_begins(const weft_corpus* corpus, int32_t* begins, size_t capacity);
