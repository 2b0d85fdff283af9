// Active-learning sessions.
#include "active/session.h"

#include "guard.h"
#include "handles.h"
#include "log.h"

using weft::capi::Guard;
using weft::capi::GuardValue;
using weft::capi::NotNull;
using weft::capi::Path;

struct weft_session {
  std::unique_ptr<weft::ActiveSession> session;
  weft::capi::HostLog log;
  weft::Question question;  // of the last next

  weft::ActiveLoop& loop() const { return session->loop(); }
};

namespace {

static_assert(static_cast<int>(weft::Origin::kModel) == WEFT_BY_MODEL);
static_assert(sizeof(weft::Origin) == sizeof(uint8_t));

weft::ActiveLoop& LoopOf(const weft_session* session) { return NotNull(session, "session").loop(); }

int64_t Sentence(const weft_session* session, size_t sentence) {
  const int64_t count = LoopOf(session).pool().corpus().num_sentences();
  weft::Require(sentence < static_cast<size_t>(count), "expected a sentence from 0 to ", count - 1,
                ", found ", sentence);
  return static_cast<int64_t>(sentence);
}

weft::Options ActiveOptionsOf(const weft_options* active) {
  if (!active) return weft::Options(weft::ActiveOptionTable());
  weft::Require(active->name == "active", "expected options of \"active\", found those of ",
                active->name);
  return active->options;
}

weft::RunInput Corpora(const weft_corpus* pool, const weft_corpus* dev) {
  weft::RunInput run;
  run.train = NotNull(pool, "pool").corpus;
  run.dev = dev ? dev->corpus : nullptr;
  return run;
}

// The handle of a session that `begin(logger)` begins.
template <typename Begin>
weft_session* NewHandle(Begin begin) {
  auto handle = std::make_unique<weft_session>();
  handle->session = begin(handle->log.Logger());
  return handle.release();
}

}  // namespace

weft_status weft_session_new(const weft_options* active, const weft_options* tagger,
                             const weft_corpus* pool, const weft_corpus* dev, const char* path,
                             size_t path_size, weft_session** out) {
  return Guard([&] {
    NotNull(out, "out");
    weft::SessionInput input;
    input.run = Corpora(pool, dev);
    input.run.method = &weft::capi::MethodOf(tagger);
    input.run.options = tagger->options;
    input.active = ActiveOptionsOf(active);
    const std::string file = path ? Path(path, path_size, "path") : std::string();
    *out = NewHandle([&](weft::Logger log) {
      input.log = std::move(log);
      return std::make_unique<weft::ActiveSession>(input, file);
    });
  });
}

weft_status weft_session_resume(const weft_corpus* pool, const weft_corpus* dev, const char* path,
                                size_t path_size, weft_session** out) {
  return Guard([&] {
    NotNull(out, "out");
    const weft::RunInput corpora = Corpora(pool, dev);
    const std::string file = Path(path, path_size, "path");
    *out = NewHandle([&](weft::Logger log) {
      return weft::ActiveSession::Resume(corpora, file, std::move(log));
    });
  });
}

void weft_session_free(weft_session* session) { delete session; }

weft_status weft_session_on_log(weft_session* session, weft_log_callback callback, void* user) {
  return Guard([&] { NotNull(session, "session").log.Listen(callback, user); });
}

weft_status weft_session_on_update(weft_session* session, weft_update_callback callback,
                                   void* user) {
  return Guard([&] {
    weft::ActiveLoop& loop = LoopOf(session);
    if (!callback) return loop.OnUpdate(nullptr);
    loop.OnUpdate([session, callback, user] {
      const int32_t answer = callback(session, user);
      if (answer == WEFT_CONTINUE || answer == WEFT_STOP) return answer == WEFT_CONTINUE;
      weft::Fail(weft::Status::kCallback,
                 "an update callback must return WEFT_CONTINUE or WEFT_STOP, found ", answer);
    });
  });
}

void weft_session_cancel(weft_session* session) {
  if (session) session->session->Cancel();
}

const char* weft_session_method(const weft_session* session) {
  return GuardValue("", [&] { return NotNull(session, "session").session->method().name.c_str(); });
}

weft_status weft_session_active_options(const weft_session* session, weft_options** out) {
  return Guard([&] {
    NotNull(out, "out");
    const weft::ActiveSession& self = *NotNull(session, "session").session;
    *out = new weft_options{self.active_options(), nullptr, "active"};
  });
}

weft_status weft_session_tagger_options(const weft_session* session, weft_options** out) {
  return Guard([&] {
    NotNull(out, "out");
    const weft::ActiveSession& self = *NotNull(session, "session").session;
    *out = new weft_options{self.tagger_options(), &self.method(), self.method().name};
  });
}

weft_status weft_session_next(weft_session* session, int32_t* more) {
  return Guard([&] {
    NotNull(more, "more");
    const weft::Question* question = LoopOf(session).Next();
    session->question = question ? *question : weft::Question();
    *more = question ? 1 : 0;
  });
}

int64_t weft_session_sentence(const weft_session* session) {
  return GuardValue(int64_t{-1}, [&] { return NotNull(session, "session").question.sentence; });
}

const int32_t* weft_session_asked(const weft_session* session, size_t* count) {
  if (count) *count = 0;
  return GuardValue(static_cast<const int32_t*>(nullptr), [&] {
    return weft::capi::LendArray(NotNull(session, "session").question.tokens, count);
  });
}

weft_status weft_session_suggest(weft_session* session, size_t sentence, size_t k,
                                 weft_result** out) {
  return Guard([&] {
    NotNull(out, "out");
    auto result = std::make_unique<weft_result>();
    result->decoded =
        LoopOf(session).Suggest(Sentence(session, sentence), weft::capi::PathCount(k));
    *out = result.release();
  });
}

weft_status weft_session_answer(weft_session* session, size_t sentence, const int32_t* tokens,
                                const int32_t* labels, size_t count) {
  return Guard([&] {
    const int64_t s = Sentence(session, sentence);
    if (count == 0) return;
    NotNull(tokens, "tokens");
    NotNull(labels, "labels");
    LoopOf(session).Answer(s, {tokens, tokens + count}, {labels, labels + count});
  });
}

weft_status weft_session_skip(weft_session* session, size_t sentence) {
  return Guard([&] { LoopOf(session).Skip(Sentence(session, sentence)); });
}

weft_status weft_session_update(weft_session* session) {
  return Guard([&] { LoopOf(session).Update(); });
}

weft_status weft_session_model(weft_session* session, weft_model** out) {
  return Guard([&] {
    NotNull(out, "out");
    const std::shared_ptr<const weft::Model> model = LoopOf(session).model();
    if (!model) {
      weft::Fail(weft::Status::kState,
                 "there is no model yet: the session has learned nothing (weft_session_update, or "
                 "weft_session_next, learns what has a label)");
    }
    *out = new weft_model(model);
  });
}

weft_status weft_session_corpus(const weft_session* session, weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    *out = new weft_corpus{NotNull(session, "session").session->Labelled()};
  });
}

const int32_t* weft_session_labels(const weft_session* session, size_t* tokens) {
  if (tokens) *tokens = 0;
  return GuardValue(static_cast<const int32_t*>(nullptr),
                    [&] { return weft::capi::LendArray(LoopOf(session).pool().labels(), tokens); });
}

const uint8_t* weft_session_origins(const weft_session* session, size_t* tokens) {
  if (tokens) *tokens = 0;
  return GuardValue(static_cast<const uint8_t*>(nullptr), [&] {
    const auto* origins = weft::capi::LendArray(LoopOf(session).pool().origins(), tokens);
    return reinterpret_cast<const uint8_t*>(origins);
  });
}

weft_status weft_session_progress(const weft_session* session, weft_session_counts* out) {
  return Guard([&] {
    const weft::ActiveLoop& loop = LoopOf(session);
    const weft::PoolCounts counts = loop.pool().Count();
    NotNull(out, "out") = {loop.pool().corpus().num_sentences(),
                           counts.done,
                           counts.skipped,
                           counts.asked_sentences,
                           counts.asked,
                           counts.answered,
                           counts.labelled_by_model,
                           loop.updates()};
  });
}
