// make_golden FOLDER VERSION METHOD…: trains each method on FOLDER/corpus.jsonl and writes
// FOLDER/METHOD-vVERSION.weft with its expected output beside it. Run once when the model format
// changes or a method is new; the files of older versions stay. Writes an encoder into the working
// directory where a method needs one.
#include <fstream>
#include <iostream>

#include "decode.h"
#include "support/tiny_encoder.h"

namespace weft {
namespace {

// Small networks: golden files stay for good.
Options GoldenOptions(const std::string& method) {
  Options options(method);
  if (method == "alt") {
    options.Set("max_loops", "1");
    options.Set("decode", "aggregator");  // which the tagger has a part in
  }
  if (!IsNeural(method)) return options;
  options.Set("epochs", "20");
  options.Set("batch_size", "2");
  options.Set("dropout", "0");
  if (method == "chmm" || method == "chmm-iid") {
    options.Set("hidden_layers", "1");
    options.Set("hidden_units", "4");
  }
  if (method != "bilstm-crf" && method != "nhcrf") {
    testing::TinyEncoder().Write("encoder");
    options.Set("encoder", "encoder");
    options.Set("learning_rate", "1e-2");
    return options;
  }
  for (const char* width : {"word_width", "units", "letter_width", "spelled_width"}) {
    options.Set(width, "4");
  }
  options.Set("letters", method == "nhcrf" ? "lstm" : "cnn");
  options.Set("casing_width", "2");
  options.Set("learning_rate", "3e-2");
  if (method == "nhcrf") options.Set("first_learning_rate", "3e-2");
  return options;
}

void Make(const std::string& folder, const std::string& version, const std::string& method) {
  const Corpus corpus = Corpus::Read(folder + "/corpus.jsonl");
  Trainer trainer(GoldenOptions(method), corpus);
  trainer.Run();
  const Model model = trainer.TakeModel();
  const std::string stem = folder + "/" + method + "-v" + version;
  model.Save(stem + ".weft");
  std::ofstream(stem + ".json") << DecodeGolden(model, corpus).dump(1) << "\n";
  std::cout << stem << "\n";
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "make_golden FOLDER VERSION METHOD...\n";
    return 2;
  }
  try {
    for (int i = 3; i < argc; ++i) weft::Make(argv[1], argv[2], argv[i]);
  } catch (const std::exception& e) {
    std::cerr << "make_golden: " << e.what() << "\n";
    return 1;
  }
}
