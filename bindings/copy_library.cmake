# Copies the shared library FILE into FOLDER under the name that loaders ask for, its soname.
execute_process(COMMAND objdump -p ${FILE} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
if(headers MATCHES "SONAME +([^\n]+)")
  set(name ${CMAKE_MATCH_1})
else()
  get_filename_component(name ${FILE} NAME)
endif()
configure_file(${FILE} ${FOLDER}/${name} COPYONLY)
