// Extended regular expressions of the C library: those of the C++ library take seconds to compile.
#pragma once

#include <regex.h>

#include <array>
#include <string>
#include <utility>

namespace emulated {

class Match {
 public:
  Match(const std::string& text, std::size_t from, const regex_t& pattern) : text_(&text), from_(from) {
    found_ = from <= text.size() &&
             regexec(&pattern, text.c_str() + from, groups_.size(), groups_.data(), from > 0 ? REG_NOTBOL : 0) == 0;
  }

  bool found() const { return found_; }
  std::size_t begin() const { return from_ + groups_[0].rm_so; }
  std::size_t end() const { return from_ + groups_[0].rm_eo; }

  std::string group(int number) const {
    const regmatch_t& group = groups_[number];
    return group.rm_so < 0 ? "" : text_->substr(from_ + group.rm_so, group.rm_eo - group.rm_so);
  }

 private:
  const std::string* text_;
  std::size_t from_;
  std::array<regmatch_t, 4> groups_;
  bool found_;
};

class Pattern {
 public:
  explicit Pattern(const char* expression) { regcomp(&compiled_, expression, REG_EXTENDED); }
  Pattern(const Pattern&) = delete;

  Match in(const std::string& text, std::size_t from) const { return {text, from, compiled_}; }

  // A text with each match replaced; "$1" to "$3" are the match's groups.
  std::string replaced(const std::string& text, const std::string& replacement) const {
    std::string result;
    std::size_t at = 0;
    for (Match match = in(text, 0); match.found(); match = in(text, at)) {
      result += text.substr(at, match.begin() - at);
      for (std::size_t i = 0; i < replacement.size(); i++) {
        bool isGroup = replacement[i] == '$' && i + 1 < replacement.size();
        result += isGroup ? match.group(replacement[++i] - '0') : std::string(1, replacement[i]);
      }
      at = match.end();
    }
    return result + text.substr(at);
  }

 private:
  regex_t compiled_;
};

}  // namespace emulated
