package dev.evokernel.imports;

import module java.base;

/**
 * OpenCL C, with the words of CUDA in place of its own, so that one reader explains both.
 *
 * @param text the source
 */
record OpenClText(String text) {

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

  /** Whether an entry takes local memory, whose bytes the launch states. */
  boolean takesLocal() {
    return LOCAL.matcher(text).find();
  }

  /** Translates the source; a size of groups that all kernels require stands for their size. */
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
