// libnvrtc: compiles CUDA C++ with the system's C++ compiler, into a shared object that goes by the name of a cubin.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "pattern.h"
#include "translation.h"

namespace {

namespace files = std::filesystem;

enum Result { SUCCESS = 0, PROGRAM_CREATION_FAILURE = 2, INVALID_OPTION = 5, COMPILATION = 6 };

struct Program {
  std::string source;
  std::string name;
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<std::string> expressions;
  std::string log;
  std::string image;
};

files::path includes() {
  Dl_info here;
  dladdr(reinterpret_cast<void*>(&includes), &here);
  return files::path(here.dli_fname).parent_path() / "include";
}

std::string read(const files::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

void write(const files::path& file, const std::string& content) { std::ofstream(file, std::ios::binary) << content; }

// Runs the compiler with its messages in a file; false if it fails.
bool compiler(std::vector<std::string> arguments, const files::path& messages) {
  arguments.insert(arguments.begin(), "g++");
  std::vector<char*> vector;
  for (auto& argument : arguments) {
    vector.push_back(argument.data());
  }
  vector.push_back(nullptr);
  pid_t child = vfork();
  if (child == 0) {
    if (freopen(messages.c_str(), "a", stderr) == nullptr) {
      _exit(126);
    }
    execvp(vector[0], vector.data());
    _exit(127);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

bool startsWith(const std::string& text, const char* beginning) { return text.rfind(beginning, 0) == 0; }

// What the compiler takes of NVRTC's options; false at one that NVRTC does not know.
bool translate(const std::string& option, std::vector<std::string>& to) {
  if (startsWith(option, "-I") || startsWith(option, "-D") || startsWith(option, "-U")) {
    to.push_back(option);
  } else if (startsWith(option, "--gpu-architecture=sm_")) {
    to.push_back("-D__CUDA_ARCH__=" + std::to_string(std::atoi(option.c_str() + 22)) + "0");
  } else if (startsWith(option, "--std=") || startsWith(option, "-std=")) {
    to.push_back("-std=" + option.substr(option.find('=') + 1));
  } else {
    return option == "-lineinfo" || option == "--use_fast_math" || option == "-use_fast_math" ||
           startsWith(option, "-maxrregcount=") || startsWith(option, "--maxrregcount=");
  }
  return true;
}

// Messages as NVRTC words them where evo or a test reads them: an error's place, a header that is not found.
std::string inItsWords(const std::string& log) {
  static const emulated::Pattern ABSENT(
      "([^[:space:]:]+):([0-9]+):[0-9]+: fatal error: (\\S+): No such file or directory");
  static const emulated::Pattern PLACE("([^[:space:]:]+):([0-9]+):[0-9]+: (error|warning): ");
  std::string read = ABSENT.replaced(log, "$1($2): catastrophic error: cannot open source file \"$3\"");
  return PLACE.replaced(read, "$1($2): $3: ");
}

// With the options of the precompiled prelude, without which it is not taken.
constexpr std::initializer_list<const char*> CODE = {
    "-std=c++17", "-O1", "-fPIC", "-fno-gnu-unique", "-ffp-contract=off", "-fno-strict-aliasing", "-w"};

// Where the object of a preprocessed unit is kept for all processes: tests compile the same kernels again and again.
// The build of the emulator deletes them.
files::path kept(std::string preprocessed, const std::string& folder) {
  for (auto at = preprocessed.find(folder); at != std::string::npos; at = preprocessed.find(folder, at)) {
    preprocessed.erase(at, folder.size());
  }
  std::stringstream name;
  name << std::hex << std::hash<std::string>()(preprocessed) << "-" << preprocessed.size() << ".so";
  return includes().parent_path() / "compiled" / name.str();
}

// Moves the object to its place whole; where that fails, the next process compiles it too.
void keep(const files::path& object, const std::string& image) {
  std::error_code ignored;
  files::create_directories(object.parent_path(), ignored);
  files::path making = object.string() + "." + std::to_string(getpid()) + "." + std::to_string(gettid());
  write(making, image);
  files::rename(making, object, ignored);
}

Result compile(Program& program, const std::vector<std::string>& options, const files::path& folder) {
  std::string unit = "#line 1 \"" + program.name + "\"\n" + program.source + "\n";
  for (const auto& expression : program.expressions) {
    unit += emulated::NAMED + expression + "\n";  // Here, so that its macros are expanded.
  }
  write(folder / "unit.cu", unit);
  for (const auto& [name, content] : program.headers) {
    write(folder / name, content);
  }
  // As with NVRTC, there are no headers but those of the toolkit and those that options name.
  std::vector<std::string> preprocess = {"-x", "c++", "-E", "-nostdinc", "-D__CUDACC__", "-D__CUDACC_RTC__"};
  preprocess.push_back("-I" + (includes() / "toolkit").string());
  preprocess.push_back("-I" + folder.string());
  for (const auto& option : options) {
    if (!translate(option, preprocess)) {
      program.log = "nvrtc: error: unrecognized option '" + option + "'\n";
      return INVALID_OPTION;
    }
  }
  preprocess.insert(preprocess.end(), {folder / "unit.cu", "-o", folder / "unit.ii"});
  bool compiled = compiler(preprocess, folder / "log");
  files::path object;
  if (compiled) {
    std::string preprocessed = read(folder / "unit.ii");
    object = kept(preprocessed, folder.string());
    program.image = read(object);
    if (!program.image.empty()) {
      program.log = inItsWords(read(folder / "log"));
      return SUCCESS;
    }
    write(folder / "unit.cc", emulated::translation(preprocessed));
    std::vector<std::string> compile(CODE.begin(), CODE.end());
    compile.insert(compile.end(), {"-include", includes() / "device.h", "-shared", "-Wl,-Bsymbolic", folder / "unit.cc",
                                   "-o", folder / "unit.so"});
    compiled = compiler(compile, folder / "log");
  }
  program.log = inItsWords(read(folder / "log"));
  if (!compiled) {
    return COMPILATION;
  }
  program.image = read(folder / "unit.so");
  if (!emulated::markKernels(folder / "unit.so", program.image)) {
    return COMPILATION;
  }
  keep(object, program.image);
  return SUCCESS;
}

}  // namespace

extern "C" {

int nvrtcVersion(int* major, int* minor) {
  *major = 13;
  *minor = 0;
  return SUCCESS;
}

int nvrtcCreateProgram(Program** program, const char* source, const char* name, int count, const char* const* contents,
                       const char* const* names) {
  *program = new Program{source, name, {}, {}, "", ""};
  for (int i = 0; i < count; i++) {
    (*program)->headers.emplace_back(names[i], contents[i]);
  }
  return SUCCESS;
}

int nvrtcDestroyProgram(Program** program) {
  delete *program;
  *program = nullptr;
  return SUCCESS;
}

int nvrtcAddNameExpression(Program* program, const char* expression) {
  program->expressions.emplace_back(expression);
  return SUCCESS;
}

int nvrtcCompileProgram(Program* program, int count, const char* const* options) {
  std::string folder = (files::temp_directory_path() / "emulated-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    return PROGRAM_CREATION_FAILURE;
  }
  Result result = compile(*program, {options, options + count}, folder);
  std::error_code ignored;
  files::remove_all(folder, ignored);
  return result;
}

int nvrtcGetProgramLogSize(Program* program, std::size_t* size) {
  *size = program->log.size() + 1;
  return SUCCESS;
}

int nvrtcGetProgramLog(Program* program, char* log) {
  std::memcpy(log, program->log.c_str(), program->log.size() + 1);
  return SUCCESS;
}

int nvrtcGetCUBINSize(Program* program, std::size_t* size) {
  *size = program->image.size();
  return SUCCESS;
}

int nvrtcGetCUBIN(Program* program, char* cubin) {
  std::memcpy(cubin, program->image.data(), program->image.size());
  return SUCCESS;
}
}
