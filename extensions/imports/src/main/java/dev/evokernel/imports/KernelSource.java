package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.CText;

/**
 * Lexical view of a kernel's sources. Macros are not expanded.
 *
 * @param text the sources, of {@link #of} without comments
 */
record KernelSource(String backend, String text) {

  static final String OPENCL = "opencl";

  private static final Pattern MACRO = Pattern.compile("\\s*[A-Za-z_]\\w*\\s*");

  private static final Pattern COMMENTS = Pattern.compile("//[^\\n]*|(?s:/\\*.*?\\*/)");

  /** Libraries with host code, and C++ headers for which evo has no substitute. */
  private static final Pattern HOST_HEADER =
      Pattern.compile(
          "(?m)^\\s*#\\s*include\\s*<((?:cub|thrust)/[^>]*"
              + "|(?:assert|cublas\\w*|cudnn\\w*|cufft\\w*|curand|cusolver\\w*|cusparse|nccl|mpi|omp"
              + "|getopt|unistd|sys/\\w+)\\.h"
              + "|(?!c(?:stdio|stdlib|string|time|math|float|limits|stdint)>|iostream>)[a-z_]+)>");

  private static final Pattern LAUNCH = Pattern.compile("(\\w+)\\s*(?:<[^<>;(){}]*>\\s*)?<<<");

  private static final Pattern WAITS_FOR_GRID = Pattern.compile("\\bthis_(?:multi_)?grid\\s*\\(");

  private static final List<String> AXES = List.of("x", "y", "z");

  private static final Pattern LOCAL =
      Pattern.compile(",\\s*(?:__local|local)\\s+\\w[^,(){};]*(?=[,)])");

  private static final Pattern GROUP =
      Pattern.compile(
          "__attribute__\\s*\\(\\(\\s*reqd_work_group_size\\s*\\(([^,()]+),\\s*1,\\s*1\\s*\\)\\s*\\)\\)");

  private static final Pattern ATTRIBUTE =
      Pattern.compile("__attribute__\\s*\\(\\((?:[^()]|\\([^()]*\\))*\\)\\)");

  private static final Pattern INDEX =
      Pattern.compile(
          "\\bget_(local_id|group_id|local_size|num_groups|global_id|global_size)\\s*\\(\\s*([012])\\s*\\)");

  /** Words of OpenCL C by pattern, in order; qualifiers without underscores only before types. */
  private static final Map<String, String> WORDS = words();

  static KernelSource of(String backend, List<Path> sources) throws IOException {
    var text = new StringBuilder();
    for (Path source : sources) {
      text.append(new String(Files.readAllBytes(source), StandardCharsets.ISO_8859_1)).append('\n');
    }
    return new KernelSource(backend, COMMENTS.matcher(text).replaceAll(" "));
  }

  boolean isOpenCl() {
    return backend.equals(OPENCL);
  }

  /** Whether the last parameter of an OpenCL kernel is local memory, which the launch sizes. */
  boolean takesLocal(String entry) {
    return isOpenCl()
        && Pattern.compile(
                "\\b" + Pattern.quote(entry) + "\\s*\\([^;{]*\\b(?:__)?local\\b[^;{,]*\\)\\s*\\{")
            .matcher(text)
            .find();
  }

  boolean hasSymbol(String name) {
    return Pattern.compile(
            "\\b__(?:constant|device)__\\b(?:[^;{}(]|__align__\\s*\\([^)]*\\))*\\b"
                + name
                + "\\s*[\\[;=]")
        .matcher(text)
        .find();
  }

  /**
   * Counts the parameters of a function, in its definition where there is one. Empty if the
   * function is not found, or if a preprocessor directive or a macro stands among the parameters.
   *
   * @param entry the function's name, with namespaces and template arguments
   */
  OptionalInt parameters(String entry) {
    String name = entry.replaceFirst("<.*", "").replaceFirst(".*:", "");
    List<Integer> opens =
        Pattern.compile("\\b" + Pattern.quote(name) + "\\s*\\(")
            .matcher(text)
            .results()
            .map(found -> found.end() - 1)
            .toList();
    return opens.stream()
        .filter(
            open -> {
              int behind = CText.behind(text, open, '(', ')');
              return behind > 0 && text.substring(behind).stripLeading().startsWith("{");
            })
        .findFirst()
        .or(() -> opens.stream().findFirst())
        .map(this::count)
        .orElse(OptionalInt.empty());
  }

  private OptionalInt count(int open) {
    int behind = CText.behind(text, open, '(', ')');
    String inside = behind < 0 ? "#" : text.substring(open + 1, behind - 1);
    List<String> parts = CText.parts(inside);
    return parts.equals(List.of("void"))
        ? OptionalInt.of(0)
        : inside.contains("#") || parts.stream().anyMatch(MACRO.asMatchPredicate())
            ? OptionalInt.empty()
            : OptionalInt.of(parts.size());
  }

  /** First included header that NVRTC cannot compile. */
  Optional<String> hostHeader() {
    Matcher found = HOST_HEADER.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** Kernels that host code in the source launches, in the source's order. */
  List<String> launched() {
    return LAUNCH.matcher(text).results().map(found -> found.group(1)).distinct().toList();
  }

  /** Whether blocks wait for each other, so that the launch must be cooperative. */
  boolean waitsForGrid() {
    return WAITS_FOR_GRID.matcher(text).find();
  }

  private static Map<String, String> words() {
    var words = new LinkedHashMap<String, String>();
    words.put("\\b(?:__kernel|kernel)(?=\\s+(?:void|__))", "__global__");
    words.put("\\b__constant\\b", "const");
    words.put("\\bconstant\\s+(?=\\w[\\w\\s]*\\*)", "const ");
    words.put("\\b(?:__global|__private|__read_only|__write_only)\\b", "");
    words.put("\\b(?:global|private)\\s+(?=\\w[\\w\\s]*\\*)", "");
    words.put("\\b(?:__local|local)(?=\\s+\\w+\\s+\\w+\\s*[\\[;])", "__shared__");
    words.put("\\brestrict\\b", "__restrict__");
    words.put("\\buint\\b", "unsigned int");
    words.put("\\buchar\\b", "unsigned char");
    words.put("\\bushort\\b", "unsigned short");
    words.put("\\bulong\\b", "unsigned long");
    return words;
  }

  /**
   * OpenCL C with the words of CUDA in place of its own, so that one reader explains both; a size
   * of groups that all kernels require stands for their size.
   */
  String asCuda() {
    List<String> groups =
        GROUP.matcher(text).results().map(found -> found.group(1).strip()).distinct().toList();
    String cuda = LOCAL.matcher(text).replaceAll("");
    cuda = GROUP.matcher(cuda).replaceAll("__launch_bounds__($1)");
    cuda = ATTRIBUTE.matcher(cuda).replaceAll("");
    for (Map.Entry<String, String> word : WORDS.entrySet()) {
      cuda = cuda.replaceAll(word.getKey(), word.getValue());
    }
    cuda =
        INDEX
            .matcher(cuda)
            .replaceAll(found -> index(found.group(1), AXES.get(Integer.parseInt(found.group(2)))));
    return groups.size() == 1 ? cuda.replace("blockDim.x", groups.getFirst()) : cuda;
  }

  private static String index(String function, String axis) {
    String index =
        switch (function) {
          case "local_id" -> "threadIdx.%s";
          case "group_id" -> "blockIdx.%s";
          case "local_size" -> "blockDim.%s";
          case "num_groups" -> "gridDim.%s";
          case "global_id" -> "blockIdx.%1$s * blockDim.%1$s + threadIdx.%1$s";
          default -> "(gridDim.%1$s * blockDim.%1$s)";
        };
    return index.formatted(axis);
  }
}
