# Installed: the library, its two headers, the command, and what find_package and pkg-config need.
include(GNUInstallDirs)
