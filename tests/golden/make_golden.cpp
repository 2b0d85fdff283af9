// make_golden FOLDER VERSION: trains every method on FOLDER/corpus.jsonl and writes
// FOLDER/METHOD-vVERSION.weft with its expected output beside it. Run once when the model format
// changes; the files of older versions stay.
#include <fstream>
#include <iostream>

#include "decode.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "make_golden FOLDER VERSION\n";
    return 2;
  }
  const std::string folder = argv[1], version = argv[2];
  try {
    const weft::Corpus corpus = weft::Corpus::Read(folder + "/corpus.jsonl");
    for (size_t i = 0; i < weft_method_count(); ++i) {
      const std::string method = weft_method_name(i);
      weft::Trainer trainer(weft::Options(method), corpus);
      trainer.Run();
      const weft::Model model = trainer.TakeModel();
      const std::string stem = folder + "/" + method + "-v" + version;
      model.Save(stem + ".weft");
      std::ofstream(stem + ".json") << weft::DecodeGolden(model, corpus).dump(1) << "\n";
      std::cout << stem << "\n";
    }
  } catch (const weft::error& e) {
    std::cerr << "make_golden: " << e.what() << "\n";
    return 1;
  }
}
