// What a weft_report holds.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "weft/weft.h"

struct weft_report {
  explicit weft_report(nlohmann::ordered_json report)
      : json(std::move(report)),
        text(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) {}

  nlohmann::ordered_json json;
  std::string text;
};
