#include "translation.h"

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "../include/module.h"
#include "pattern.h"

namespace emulated {

namespace {

// The position behind the parenthesis that closes the one at a position.
std::size_t closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); at++) {
    if (text[at] == '"') {
      for (at++; at < text.size() && text[at] != '"'; at++) {
        at += text[at] == '\\';
      }
    } else if (text[at] == '(') {
      depth++;
    } else if (text[at] == ')' && --depth == 0) {
      return at + 1;
    }
  }
  return text.size();
}

// asm("cvt.f32.f16 %0, %1;" : "=f"(to) : "h"(from)) as ptx::cvt_f32_f16(to, from).
std::string instruction(const std::string& statement) {
  static const Pattern NAME("^[^\"]*\"\\s*([a-z0-9_.:]+)");
  Match name = NAME.in(statement, 0);
  if (!name.found()) {
    return statement;
  }
  static const Pattern OTHERS("[^a-z0-9]+");
  std::string call = "emulated::ptx::" + OTHERS.replaced(name.group(1), "_") + "(";
  std::string separator;
  static const Pattern OPERAND("\"[=+]?[a-z]\"\\s*\\(");
  Match operand = OPERAND.in(statement, 0);
  while (operand.found()) {
    std::size_t open = operand.end() - 1;
    std::size_t end = closing(statement, open);
    call += separator + statement.substr(open, end - open);
    separator = ", ";
    operand = OPERAND.in(statement, end);
  }
  return call + ")";
}

std::string withoutAssembly(const std::string& text) {
  static const Pattern BEGIN("\\<asm(\\s+volatile)?\\s*\\(");
  std::string result;
  std::size_t at = 0;
  for (Match found = BEGIN.in(text, 0); found.found(); found = BEGIN.in(text, at)) {
    std::size_t end = closing(text, found.end() - 1);
    result += text.substr(at, found.begin() - at) + instruction(text.substr(found.begin(), end - found.begin()));
    at = end;
  }
  return result + text.substr(at);
}

// extern __shared__ float tile[]; as a pointer to what the launch asked for.
std::string withoutDynamicShared(const std::string& text) {
  static const Pattern DECLARATION(
      "extern\\s+__shared__\\s+(__align__\\s*\\(\\s*[0-9]+\\s*\\)\\s*)?"
      "([[:alnum:]_:[:space:]]*[[:alnum:]_>])\\s+(\\w+)\\s*\\[\\s*\\]\\s*;");
  return DECLARATION.replaced(text, "$2* $3 = reinterpret_cast<$2*>(emulated::dynamicShared());");
}

// The kernels that are no templates: those are compiled only where they are named.
std::vector<std::string> kernels(const std::string& text) {
  static const Pattern KERNEL(
      "__global__\\s+(__launch_bounds__\\s*\\([^)]*\\)\\s*)?void\\s+"
      "(__launch_bounds__\\s*\\([^)]*\\)\\s*)?(\\w+)\\s*\\(");
  std::vector<std::string> names;
  for (Match found = KERNEL.in(text, 0); found.found(); found = KERNEL.in(text, found.end())) {
    std::size_t before = text.find_last_not_of(" \t\r\n", found.begin() - 1);
    bool isTemplate = found.begin() > 0 && before != std::string::npos && text[before] == '>';
    std::string name = found.group(3);
    if (!isTemplate && std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace

std::string translation(const std::string& preprocessed) {
  std::string text = preprocessed;
  std::vector<std::string> instances;
  for (std::size_t at; (at = text.rfind(NAMED)) != std::string::npos; text.resize(at)) {
    std::size_t begin = at + std::strlen(NAMED);
    instances.push_back(text.substr(begin, text.find('\n', begin) - begin));
  }
  std::vector<std::string> names = kernels(text);
  names.insert(names.end(), instances.begin(), instances.end());
  std::string unit = withoutDynamicShared(withoutAssembly(text));
  unit += "\nstatic const emulated::Kernel emulated_kernels[] = {";
  for (const auto& name : names) {
    unit += "emulated::kernel(&" + name + "), ";
  }
  return unit + "{}};\nextern \"C\" const emulated::Module emulated_module = {emulated_kernels, " +
         std::to_string(names.size()) + ", &emulated::touch};\n";
}

bool markKernels(const std::filesystem::path& object, std::string& image) {
  void* handle = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    return false;
  }
  std::set<std::string> names;
  const auto& loaded = *static_cast<const Module*>(dlsym(handle, "emulated_module"));
  for (std::size_t i = 0; i < loaded.count; i++) {
    Dl_info info;
    if (dladdr(loaded.kernels[i].function, &info) != 0 && info.dli_sname != nullptr) {
      names.insert(info.dli_sname);
    }
  }
  dlclose(handle);
  auto* file = reinterpret_cast<Elf64_Ehdr*>(image.data());
  auto* sections = reinterpret_cast<Elf64_Shdr*>(image.data() + file->e_shoff);
  for (int i = 0; i < file->e_shnum; i++) {
    if (sections[i].sh_type == SHT_SYMTAB) {
      const char* strings = image.data() + sections[sections[i].sh_link].sh_offset;
      auto* symbols = reinterpret_cast<Elf64_Sym*>(image.data() + sections[i].sh_offset);
      for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); s++) {
        if (names.count(strings + symbols[s].st_name) != 0) {
          symbols[s].st_other |= 0x10;
        }
      }
    }
  }
  return true;
}

}  // namespace emulated
