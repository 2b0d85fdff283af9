#include "neural/torch_script.h"

#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/script.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <sstream>

#include "core/error.h"
#include "encode/encoder_config.h"
#include "encode/safetensors.h"
#include "encode/zip_check.h"
#include "method/archive.h"
#include "neural/gemm.h"
#include "neural/ops.h"
#include "neural/torch_errors.h"

namespace weft {
namespace {

using torch::jit::Module;

constexpr int64_t kMostPieces = 1024;  // of sequences that are read together, padding among them

// The message of an exception, without the stack traces around it.
std::string Reason(const std::exception& e) {
  const auto* torch = dynamic_cast<const c10::Error*>(&e);
  std::string text = torch ? torch->what_without_backtrace() : e.what();
  const std::string_view mark = "Error: ";
  const size_t last = text.rfind(mark);
  if (last != text.npos) text.erase(0, last + mark.size());
  text.erase(0, text.find_first_not_of("\n "));
  return text.substr(0, text.find('\n'));
}

// What `work` returns. Whatever LibTorch throws becomes an Error that names the file and what was
// wrong with it.
template <typename Work>
auto OfFile(const std::string& file, const char* wrong, Work work) {
  try {
    return work();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    const std::string reason = Reason(e);
    Fail(IsOutOfMemory(reason) ? Status::kOutOfMemory : Status::kFormat, file, ": ", wrong, ": ",
         reason);
  }
}

Module LoadModule(const std::string& bytes, const std::string& file) {
  CheckZip(bytes, file);
  std::istringstream in(bytes);
  const Module module =
      OfFile(file, "it is no TorchScript module", [&] { return torch::jit::load(in, at::kCPU); });
  if (!module.find_method("forward")) {
    Fail(Status::kFormat, file, ": expected a module with a method forward(ids, mask), found none");
  }
  return module;
}

// The module's bytes, each parameter one zero that stands for all its values.
std::string WithoutValues(const Module& module, const std::string& file) {
  return OfFile(file, "it cannot be written again", [&] {
    for (at::Tensor p : module.parameters()) {
      p.set_data(at::zeros({}, p.options()).expand(p.sizes()));
    }
    std::ostringstream out;
    module.save(out);
    return out.str();
  });
}

// While it lives, LibTorch's generator of random numbers, of which the process has one, is this
// thread's among those that ask for it here, and begins at `seed`.
class SeededRandom {
 public:
  explicit SeededRandom(uint64_t seed)
      : turn_(Mutex()), generator_(at::detail::getDefaultCPUGenerator()) {
    const std::lock_guard<std::mutex> lock(generator_.mutex());
    before_ = generator_.get_state();
    generator_.set_current_seed(seed);
  }
  ~SeededRandom() {
    const std::lock_guard<std::mutex> lock(generator_.mutex());
    generator_.set_state(before_);
  }
  SeededRandom(const SeededRandom&) = delete;
  SeededRandom& operator=(const SeededRandom&) = delete;

 private:
  static std::mutex& Mutex() {
    static std::mutex mutex;
    return mutex;
  }
  const std::lock_guard<std::mutex> turn_;
  at::Generator generator_;
  at::Tensor before_;
};

}  // namespace

// In its two modes, over the same parameters: a module's mode is part of it, and passes in either
// may run at once.
struct TorchScript::Modules {
  Module training, decoding;
};

TorchScript::TorchScript(std::string structure, std::string file, int64_t width, int64_t longest)
    : structure_(std::move(structure)), file_(std::move(file)), width_(width), longest_(longest) {
  modules_ = std::make_unique<Modules>(
      Modules{LoadModule(structure_, file_), LoadModule(structure_, file_)});
  modules_->training.train();
  modules_->decoding.eval();
}

TorchScript::~TorchScript() = default;

std::unique_ptr<TorchScript> TorchScript::Open(EncoderFolder* folder, int64_t pieces, bool frozen,
                                               Parameters* parameters) {
  const std::string file = folder->PathOf(kFile);
  const Module whole = LoadModule(folder->Read(kFile), file);
  std::vector<at::Tensor> values;
  for (const at::Tensor& p : whole.parameters()) values.push_back(p.detach());
  std::unique_ptr<TorchScript> opened(
      new TorchScript(WithoutValues(whole, file), file, 0, ReadMaxPositions(folder)));
  const size_t first = parameters->size();
  opened->AddParameters(frozen, parameters);
  for (size_t i = 0; i < values.size(); ++i) (*parameters)[first + i].value.copy_(values[i]);
  opened->Try(pieces);
  return opened;
}

std::unique_ptr<TorchScript> TorchScript::Load(const std::string& section, bool frozen,
                                               Parameters* parameters) {
  std::string structure;
  int64_t width = 0, longest = 0;
  FromSection(section, kSection, structure, width, longest);
  if (width <= 0 || longest < 0) Fail(Status::kCorrupt, "the model's encoder has no states");
  std::unique_ptr<TorchScript> loaded(
      new TorchScript(std::move(structure), StrCat("section \"", kSection, "\""), width, longest));
  loaded->AddParameters(frozen, parameters);
  return loaded;
}

void TorchScript::AddParameters(bool frozen, Parameters* parameters) {
  const auto decoding = modules_->decoding.parameters();
  auto twin = decoding.begin();
  for (const auto& named : modules_->training.named_parameters()) {
    at::Tensor p = named.value;
    if (p.scalar_type() != at::kFloat) {
      Fail(Status::kUnsupported, file_, ": expected parameters of type Float, found \"", named.name,
           "\" of type ", c10::toString(p.scalar_type()));
    }
    const at::Tensor values = at::zeros(p.sizes());
    p.set_data(values);
    p.requires_grad_(false);
    (*twin).set_data(values);
    ++twin;
    parameters->Add("module." + named.name, p, ParameterGroup::kEncoder).frozen = frozen;
  }
}

// Finds out the width, and whether the module does what is documented.
void TorchScript::Try(int64_t pieces) {
  const int64_t length = longest_ > 0 ? std::min<int64_t>(3, longest_) : 3;
  const at::Tensor ids = at::full({2, length}, pieces - 1, at::kLong);
  at::Tensor mask = at::ones_like(ids);
  mask.select(0, 1).slice(0, 1).zero_();
  const OneThread one;
  const at::NoGradGuard plain;
  ForwardPass pass = ForwardPass::Decoding();
  width_ = Run(ids, mask, &pass).size(2);
}

at::Tensor TorchScript::Forward(const std::vector<int64_t>& ids, const std::vector<int64_t>& ends,
                                ForwardPass* pass) const {
  const auto begin = [&](size_t s) { return s == 0 ? 0 : ends[s - 1]; };
  const auto length = [&](size_t s) { return ends[s] - begin(s); };
  std::vector<size_t> order(ends.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return length(a) > length(b); });
  std::vector<at::Tensor> parts;
  std::vector<int64_t> rows(ids.size());
  int64_t above = 0;  // rows of the parts so far
  for (size_t first = 0; first < order.size();) {
    const int64_t longest = length(order[first]);
    const auto count = static_cast<int64_t>(std::min<size_t>(
        order.size() - first, static_cast<size_t>(std::max<int64_t>(1, kMostPieces / longest))));
    at::Tensor padded = at::zeros({count, longest}, at::kLong), mask = at::zeros_like(padded);
    for (int64_t b = 0; b < count; ++b) {
      const size_t s = order[first + static_cast<size_t>(b)];
      std::copy_n(ids.begin() + begin(s), length(s), padded.data_ptr<int64_t>() + b * longest);
      std::fill_n(mask.data_ptr<int64_t>() + b * longest, length(s), 1);
      std::iota(rows.begin() + begin(s), rows.begin() + ends[s], above + b * longest);
    }
    parts.push_back(Run(padded, mask, pass).reshape({count * longest, width_}));
    above += count * longest;
    first += static_cast<size_t>(count);
  }
  return SelectRows(at::cat(parts), rows);
}

at::Tensor TorchScript::Run(const at::Tensor& ids, const at::Tensor& mask,
                            ForwardPass* pass) const {
  // As written: what the optimiser makes of a graph depends on which passes came before.
  const torch::jit::GraphOptimizerEnabledGuard plain(false);
  const c10::IValue out = OfFile(file_, "forward(ids, mask) failed", [&] {
    if (!pass->training()) return Module(modules_->decoding).forward({ids, mask});
    const SeededRandom random(pass->NextSeed());
    return Module(modules_->training).forward({ids, mask});
  });
  const auto expect = [&](bool right, const std::string& found) {
    if (right) return;
    Fail(Status::kFormat, file_, ": expected forward(ids, mask) to give Float [", ids.size(0), ", ",
         ids.size(1), ", ", width_ > 0 ? StrCat(width_) : "H", "], found ", found);
  };
  expect(out.isTensor() && out.toTensor().defined(), out.tagKind());
  at::Tensor states = out.toTensor();
  expect(states.scalar_type() == at::kFloat && states.dim() == 3 && states.size(0) == ids.size(0) &&
             states.size(1) == ids.size(1) && states.size(2) > 0 &&
             (width_ == 0 || states.size(2) == width_),
         StrCat(c10::toString(states.scalar_type()), " ", ShapeText(states.sizes().vec())));
  if (!pass->training()) expect(at::isfinite(states).all().item<bool>(), "a NaN or an infinity");
  return states;
}

std::vector<Section> TorchScript::Save() const {
  return {{kSection, ToSection(structure_, width_, longest_)}};
}

std::string TorchScript::Describe() const { return StrCat("TorchScript, states of ", width_); }

}  // namespace weft
