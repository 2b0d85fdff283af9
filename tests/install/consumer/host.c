/* The smallest C host: header and library are there and of one version. */
#include <stdio.h>
#include <weft/weft.h>

int main(void) {
  printf("weft %s\n", weft_version());
  return weft_abi_version() == WEFT_ABI_VERSION ? 0 : 1;
}
