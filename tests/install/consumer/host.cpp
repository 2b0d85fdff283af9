// The smallest C++ host.
#include <iostream>
#include <weft/weft.hpp>

int main() {
  std::cout << "weft " << weft_version() << "\n";
  return weft_abi_version() == WEFT_ABI_VERSION ? 0 : 1;
}
