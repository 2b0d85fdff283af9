// Taggers: F1 beside CRFsuite's, one model whatever the threads, and how soon the first label
// comes.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <weft/weft.hpp>

#include "figures.h"
#include "support/data.h"
#include "support/process.h"

namespace weft::testing {
namespace {

using Strings = std::vector<std::string>;

double TrainAndScore(const std::string& corpus, const std::string& name, Strings flags) {
  const std::string model = ScratchPath(name + ".weft");
  flags.insert(flags.begin(),
               {"train", "--tagger", "crf", "--data", DataFolder(corpus), "--out", model});
  RunWeft(flags);
  return At(RunWeft({"eval", model, "--data", DataFolder(corpus), "--split", "test"}), "span.f1");
}

std::string TrainWithThreads(const std::string& threads) {
  const std::string model = ScratchPath("threads" + threads + ".weft");
  RunWeft({"train", "--tagger", "crf", "--aggregator", "hmm", "--data", DataFolder("wikigold-ws"),
           "--out", model, "--threads", threads, "--set", "max_iterations=30"});
  std::ostringstream bytes;
  bytes << std::ifstream(model, std::ios::binary).rdbuf();
  return bytes.str();
}

// Seconds that reading a model takes in a process of its own, whose memory is as fresh as the
// command's.
double ColdRead(const std::string& path) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
  const pid_t child = fork();
  if (child == 0) {
    const auto begin = std::chrono::steady_clock::now();
    const Model model = Model::Load(path);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const double count = seconds.count();
    _exit(write(ends[1], &count, sizeof count) == sizeof count ? 0 : 1);
  }
  double seconds = 0;
  const bool good = child > 0 && read(ends[0], &seconds, sizeof seconds) == sizeof seconds;
  for (const int end : ends) close(end);
  if (child > 0) waitpid(child, nullptr, 0);
  if (!good) throw std::runtime_error("cannot read " + path + " in another process");
  return seconds;
}

// A corpus of columns, the last of which is the tag, in two files at random: seven tenths of its
// sentences, and the rest.
void Split(const std::string& path, uint64_t seed, const std::string& train,
           const std::string& test) {
  Options plain("read");
  plain.Set("scheme", "plain");
  std::istringstream in(Corpus::Read(path, &plain).WriteMemory("conll"));
  std::vector<std::string> sentences(1);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() && !sentences.back().empty()) sentences.emplace_back();
    const size_t word_end = line.find_first_of(" \t"), tag = line.find_last_of(" \t");
    if (line.empty() || line[0] == '#' || line.rfind("-DOCSTART-", 0) == 0) continue;
    sentences.back() += line.substr(0, word_end) + line.substr(tag) + "\n";
  }
  if (sentences.back().empty()) sentences.pop_back();
  std::mt19937_64 random(seed);
  std::shuffle(sentences.begin(), sentences.end(), random);
  const size_t cut = sentences.size() * 7 / 10;
  std::ofstream first(train), rest(test);
  for (size_t i = 0; i < sentences.size(); ++i) (i < cut ? first : rest) << sentences[i] << "\n";
}

// The mean over three splits.
double TagAccuracy(const std::string& name, const std::string& unknown) {
  double sum = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    const std::string train = ScratchPath(name + "-train.conll");
    const std::string test = ScratchPath(name + "-test.conll"), model = ScratchPath("tags.weft");
    Split(DataFolder("pos") + "/" + name + ".conll.gz", seed, train, test);
    RunWeft({"train", "--tagger", "hmm-tagger", "--data", train, "--out", model, "--read",
             "scheme=plain", "--set", "unknown=" + unknown});
    sum += At(RunWeft({"eval", model, "--data", test, "--read", "scheme=plain"}), "token.accuracy");
  }
  return sum / 3;
}

template <typename Measure>
double LeastOf(int times, Measure measure) {
  double least = measure();
  for (int i = 1; i < times; ++i) least = std::min(least, measure());
  return least;
}

}  // namespace

std::vector<Figure> CrfFromGold() {
  return {{"wikigold-ws test F1", TrainAndScore("wikigold-ws", "gold", {"--aggregator", "gold"}),
           Figure::kAtLeast, .767}};
}

std::vector<Figure> CrfFromVotes() {
  const double mv = TrainAndScore("wikigold-ws", "mv", {"--aggregator", "mv"});
  const double hmm = TrainAndScore("wikigold-ws", "hmm", {"--aggregator", "hmm"});
  return {{"wikigold-ws test F1, mv", mv, Figure::kAtLeast, .522},
          {"wikigold-ws test F1, hmm, soft labels", hmm, Figure::kAtLeast, mv}};
}

// CRFsuite's 19 templates, features and penalty, 50 iterations.
std::vector<Figure> CrfChunking() {
  const std::string data = DataFolder("conll2000-chunk"), model = ScratchPath("chunk.weft");
  const auto trained =
      RunWeft({"train", "--tagger", "crf", "--data", data, "--dev", "none", "--out", model, "--set",
               "features=chunk", "--set", "c2=1", "--set", "max_iterations=50"});
  const double loss = trained.at("objectives").back().get<double>();
  const auto scored = RunWeft({"eval", model, "--data", data, "--split", "test"});
  return {{"conll2000-chunk test F1", At(scored, "span.f1"), Figure::kAtLeast, .9342},
          {"conll2000-chunk loss, share of 14279.62", loss / 14279.62, Figure::kAtLeast, .995},
          {"conll2000-chunk loss, share of 14279.62", loss / 14279.62, Figure::kAtMost, 1.005}};
}

std::vector<Figure> CrfThreads() {
  const std::string one = TrainWithThreads("1");
  const auto same = [&](const std::string& threads) {
    return !one.empty() && TrainWithThreads(threads) == one ? 1.0 : 0.0;
  };
  return {{"2 threads give the model of 1", same("2"), Figure::kExactly, 1},
          {"8 threads give the model of 1", same("8"), Figure::kExactly, 1}};
}

// Table 2 of Šabata, Borovička and Holeňa 2017, 12 tags.
std::vector<Figure> HmmTaggerOnTags() {
  const double treebank = TagAccuracy("treebank", "uniform"),
               chunks = TagAccuracy("conll2000", "uniform");
  return {{"treebank accuracy, uniform", treebank, Figure::kAtLeast, .9307},
          {"conll2000 accuracy, uniform", chunks, Figure::kAtLeast, .9546 - .005},
          {"treebank accuracy, suffix", TagAccuracy("treebank", "suffix"), Figure::kAtLeast,
           treebank + .02},
          {"conll2000 accuracy, suffix", TagAccuracy("conll2000", "suffix"), Figure::kAtLeast,
           chunks + .01}};
}

// From the start of the command to its first byte, without what reading the model takes.
std::vector<Figure> TagCold() {
  const std::string model = ScratchPath("cold.weft");
  RunWeft({"train", "--tagger", "crf", "--data", DataFolder("wikigold-ws"), "--out", model, "--set",
           "max_iterations=30"});
  const double first_output = LeastOf(20, [&] {
    Process process({WEFT_COMMAND, "tag", model});
    process.Write("in\nOslo\n\n");
    process.WaitFor("\n");
    process.Wait();
    return process.seconds_to_first_output();
  });
  const double own_read = LeastOf(20, [&] { return ColdRead(model); });
  return {{"ms to the first label", 1e3 * first_output},
          {"ms to read the model", 1e3 * own_read},
          {"ms beside reading it", 1e3 * (first_output - own_read), Figure::kAtMost, 20}};
}

}  // namespace weft::testing
