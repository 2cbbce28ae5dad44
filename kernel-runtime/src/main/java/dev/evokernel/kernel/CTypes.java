package dev.evokernel.kernel;

import module java.base;

/**
 * Element types of declarations in a C or CUDA source. Names that the source gives to types are
 * followed; conditions of the preprocessor are not evaluated.
 */
public final class CTypes {

  private static final Pattern NAMED =
      Pattern.compile(
          "\\btypedef\\s+([\\w\\s:]+?)\\s+(\\w+)\\s*;"
              + "|\\busing\\s+(\\w+)\\s*=\\s*([\\w\\s:]+);"
              + "|(?m:^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)[ \\t]+([A-Za-z_][\\w ]*?)[ \\t]*$)");
  private static final Pattern QUALIFIER =
      Pattern.compile(
          "\\b(const|volatile|restrict|__restrict__|__restrict|__grid_constant__|register|struct"
              + "|typename)\\b");
  private static final int DEPTH = 4;

  private final Map<String, SequencedSet<String>> named = new HashMap<>();

  public CTypes(String text) {
    NAMED
        .matcher(text)
        .results()
        .forEach(
            found -> {
              boolean alias = found.group(3) != null;
              boolean macro = found.group(5) != null;
              String name = found.group(alias ? 3 : macro ? 5 : 2);
              String meaning = found.group(alias ? 4 : macro ? 6 : 1);
              named.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(meaning.strip());
            });
  }

  /**
   * Labels of all element types that a declaration's words can mean, in the source's order; empty
   * for a type without a label.
   */
  public List<String> labels(String words) {
    return labels(plain(words), DEPTH).distinct().toList();
  }

  private Stream<String> labels(String words, int depth) {
    String label = label(words);
    if (!label.isEmpty()) {
      return Stream.of(label);
    }
    return depth == 0
        ? Stream.empty()
        : named.getOrDefault(words, new LinkedHashSet<>()).stream()
            .flatMap(meaning -> labels(plain(meaning), depth - 1));
  }

  /** Words of a type without qualifiers, pointers and well-known namespaces. */
  public static String plain(String words) {
    return QUALIFIER
        .matcher(words)
        .replaceAll(" ")
        .replaceAll("[*&]", " ")
        .replaceAll("\\b(std|cuda)::", "")
        .strip()
        .replaceAll("\\s+", " ");
  }

  /** Label of an element type; empty for an unknown type. */
  public static String label(String words) {
    return switch (words) {
      case "float", "float2", "float3", "float4" -> "f32";
      case "double", "double2" -> "f64";
      case "half", "__half", "half2", "__half2", "_Float16" -> "f16";
      case "__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "nv_bfloat162", "bfloat16", "__bf16" ->
          "bf16";
      case "__nv_fp8_e4m3" -> "f8e4m3";
      case "__nv_fp8_e5m2" -> "f8e5m2";
      case "char", "signed char", "int8_t" -> "i8";
      case "short", "short int", "signed short", "int16_t" -> "i16";
      case "int", "signed", "signed int", "int32_t", "int4" -> "i32";
      case "long", "long long", "int64_t", "ptrdiff_t", "long int", "long long int" -> "i64";
      case "unsigned char", "uint8_t", "bool", "_Bool", "uchar" -> "u8";
      case "unsigned short", "short unsigned int", "unsigned short int", "uint16_t", "ushort" ->
          "u16";
      case "unsigned", "unsigned int", "uint32_t", "uint" -> "u32";
      case "uint64_t",
          "size_t",
          "unsigned long",
          "unsigned long int",
          "long unsigned int",
          "unsigned long long",
          "unsigned long long int",
          "long long unsigned int",
          "ulong" ->
          "u64";
      default -> "";
    };
  }

  /** Parameter of a function, maybe without a name. */
  public record Parameter(String name, String type, boolean isPointer) {

    public static Parameter of(String written) {
      String value =
          written
              .replaceAll("\\(\\s*\\*\\s*(\\w+)\\s*\\)", "*$1")
              .replaceFirst("(?s)(?<![<>=])=.*", "")
              .strip();
      boolean pointer = value.contains("*") || value.contains("[");
      String bare = value.replaceAll("\\[[^]]*]", " ").strip();
      String last = bare.replaceFirst("(?s).*?(\\w*)$", "$1");
      boolean named =
          !last.isEmpty()
              && !last.equals(bare)
              && !plain(bare).equals(last)
              && label(last).isEmpty();
      String before = named ? bare.substring(0, bare.length() - last.length()) : bare;
      return new Parameter(named ? last : "", before, pointer);
    }
  }
}
