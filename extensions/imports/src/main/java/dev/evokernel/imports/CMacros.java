package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Tunable;
import dev.evokernel.kernel.CText;
import dev.evokernel.kernel.CTypes;

/**
 * Macros of a C or CUDA source that can be tuned: with a guarded default, with a number and a name
 * for sizes of tiles, or used and not defined.
 *
 * @param text without comments
 * @param isClosed whether all included headers are known, so that an undefined word is a macro
 */
record CMacros(String text, boolean isClosed) {

  private static final Pattern GUARDED =
      Pattern.compile(
          "(?m)^[ \\t]*#[ \\t]*(?:ifndef[ \\t]+|if[ \\t]+!\\s*defined\\s*\\(?\\s*)(\\w+)\\)?[ \\t]*\\R+"
              + "[ \\t]*#[ \\t]*define[ \\t]+\\1(?!\\()[ \\t]*(.*)$");
  private static final Pattern DEFINED =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)(\\([^)]*\\))?[ \\t]*(.*)$");
  private static final Pattern DIRECTIVE = Pattern.compile("(?m)^[ \\t]*#[ \\t]*(\\w+)(.*)$");
  private static final Pattern LOUD = Pattern.compile("(?<!::)\\b[A-Z][A-Z0-9_]+\\b(?!\\s*\\()");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern ENUM = Pattern.compile("\\benum\\b[^{;]*\\{([^}]*)}");
  private static final Pattern TYPEDEF =
      Pattern.compile("(?:\\btypedef\\b[^;]*?|\\busing\\s+|}\\s*)(\\w+)\\s*(?:;|=)");
  private static final Pattern NUMBER = Pattern.compile("\\(?(\\d{1,9})\\)?");

  private static final Pattern GUARD = Pattern.compile("(?i)_*\\w*_(h|hpp|cuh|hh|inc|included)_*");

  /** Upper-case words that headers and compilers define. */
  private static final Pattern OF_OTHERS =
      Pattern.compile(
          "NULL|EOF|FILE|GCC|STDC|INFINITY|NAN|TRUE|FALSE|RAND_MAX|NDEBUG|CUDART_\\w+|M_[A-Z0-9_]+|FLT_\\w+"
              + "|DBL_\\w+|U?(CHAR|SHRT|INT|LONG|LLONG|INT\\d+|SIZE|PTRDIFF)_(MAX|MIN|WIDTH)"
              + "|U?INT\\d+_C|HUGE_VAL\\w*|CHAR_BIT|__\\w+|OPENMP|_\\w+|CLOCK\\w*|EXIT_\\w+|SEEK_\\w+"
              + "|CLK_\\w+|CU[A-Z]+_\\w+|HIP\\w*_\\w+|(CCCL|CUB|THRUST)_\\w+|NCCL_\\w+|__CUDA\\w*");

  private static final Pattern CONDITION = Pattern.compile("(?m)^[ \\t]*#[ \\t]*(?:el)?if\\b.*$");

  private static final Pattern BARE =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*(?:el)?if[ \\t]+!?[ \\t]*(\\w+)[ \\t]*$");

  private static final Pattern ASKED =
      Pattern.compile(
          "(?m)^[ \\t]*#[ \\t]*ifn?def[ \\t]+(\\w+)|(?<=[^\\w\\n])defined\\b\\s*\\(?\\s*(\\w+)");

  /** Macros without a value that seem to choose between ways to compute the same. */
  private static final Pattern DECIDES_SPEED =
      Pattern.compile(
          "(?i)(?!ablate_|debug)((use|enable|with)_\\w+|(\\w+_)?(unroll|vectori[sz]e|simd|prefetch|fast|cached?|shared"
              + "|inline|pipelined?|async)(_\\w+)?)");

  /**
   * Finds the tunable macros that a part of the source mentions.
   *
   * @param reach code and directives
   * @param declared names of parameters
   * @param sizes words of array sizes
   */
  List<Tunable> tunables(String reach, Set<String> declared, Set<String> sizes) {
    String spread = spread(reach);
    Set<String> words = words(spread);
    Map<String, Tunable> found = new LinkedHashMap<>();
    GUARDED
        .matcher(text)
        .results()
        .filter(
            macro -> !macro.group(2).isBlank() && CTypes.label(macro.group(2).strip()).isEmpty())
        .filter(macro -> words.contains(macro.group(1)) && !GUARD.matcher(macro.group(1)).matches())
        .map(macro -> new Tunable(macro.group(1), List.of(macro.group(2).strip())))
        .forEach(tunable -> found.put(tunable.name(), tunable));
    DEFINED
        .matcher(text)
        .results()
        .filter(macro -> macro.group(2) == null && words.contains(macro.group(1)))
        .filter(macro -> Guess.isTuned(macro.group(1)))
        .forEach(
            macro -> {
              Matcher number = NUMBER.matcher(macro.group(3).strip());
              if (number.matches()) {
                found.putIfAbsent(
                    macro.group(1), new Tunable(macro.group(1), List.of(number.group(1))));
              }
            });
    Set<String> known = new HashSet<>(declared);
    known.addAll(found.keySet());
    known.addAll(named());
    Stream<String> loud = LOUD.matcher(isClosed ? spread : "").results().map(MatchResult::group);
    Stream.concat(loud, sizes.stream())
        .filter(word -> !known.contains(word) && !isDeclared(word))
        .filter(word -> !OF_OTHERS.matcher(word).matches())
        .forEach(
            word ->
                found.putIfAbsent(
                    word, new Tunable(word, isSwitch(word) ? List.of("0", "1") : compared(word))));
    ASKED
        .matcher(isClosed ? reach : "")
        .results()
        .map(asked -> asked.group(1) == null ? asked.group(2) : asked.group(1))
        .filter(word -> !known.contains(word) && !words.contains(word))
        .filter(word -> DECIDES_SPEED.matcher(word).matches())
        .forEach(word -> found.putIfAbsent(word, new Tunable(word, Tunable.DEFINED)));
    return List.copyOf(found.values());
  }

  private Set<String> named() {
    var known = new HashSet<String>();
    DEFINED.matcher(text).results().forEach(macro -> known.add(macro.group(1)));
    ENUM.matcher(text)
        .results()
        .flatMap(list -> CText.parts(list.group(1)).stream())
        .forEach(constant -> known.add(constant.replaceFirst("\\W.*", "")));
    TYPEDEF.matcher(text).results().forEach(type -> known.add(type.group(1)));
    return known;
  }

  /** Object-like macros with this name in another case, as {@code NI} for {@code ni}. */
  Optional<String> named(String name) {
    return DEFINED
        .matcher(text)
        .results()
        .filter(macro -> macro.group(2) == null)
        .map(macro -> macro.group(1))
        .filter(macro -> macro.equalsIgnoreCase(name) && !macro.equals(name))
        .findFirst();
  }

  private boolean isSwitch(String word) {
    long asked = BARE.matcher(text).results().filter(test -> test.group(1).equals(word)).count();
    return asked > 0
        && asked == Pattern.compile("\\b" + word + "\\b").matcher(text).results().count();
  }

  /** Numbers with which conditions compare a macro, and 0 for the branch without a condition. */
  private List<String> compared(String word) {
    var numbers = new LinkedHashSet<String>();
    CONDITION
        .matcher(text)
        .results()
        .flatMap(
            condition ->
                Pattern.compile("\\b" + word + "\\s*==\\s*(\\d+)\\b")
                    .matcher(condition.group())
                    .results())
        .forEach(number -> numbers.add(number.group(1)));
    if (!numbers.isEmpty() && !text.contains("#error")) {
      numbers.add("0");
    }
    return List.copyOf(numbers);
  }

  /** Code and its conditions, followed by the bodies of the macros that they mention. */
  private String spread(String reach) {
    Map<String, String> bodies = new HashMap<>();
    DEFINED
        .matcher(text)
        .results()
        .forEach(macro -> bodies.merge(macro.group(1), macro.group(3), (a, b) -> a + " " + b));
    var spread = new StringBuilder(mentions(reach));
    int from = 0;
    while (from < spread.length()) {
      String next = spread.substring(from);
      from = spread.length();
      words(next).stream()
          .map(bodies::remove)
          .filter(Objects::nonNull)
          .forEach(body -> spread.append('\n').append(body));
    }
    return spread.toString();
  }

  private static Set<String> words(String code) {
    return WORD.matcher(code).results().map(MatchResult::group).collect(Collectors.toSet());
  }

  /**
   * Code, conditions and pragmas without strings. Operands of {@code defined} are excluded: a
   * parameter is always defined. Bodies of macros follow where a macro is used.
   */
  private String mentions(String reach) {
    var mentioned = new StringBuilder(DIRECTIVE.matcher(reach).replaceAll(""));
    Matcher directive = DIRECTIVE.matcher(reach);
    while (directive.find()) {
      String rest =
          switch (directive.group(1)) {
            case "if", "elif" -> directive.group(2).replaceAll("\\bdefined\\b\\s*\\(?\\s*\\w+", "");
            case "pragma" ->
                directive.group(2).matches("\\s*(omp|unroll)\\b.*") ? directive.group(2) : "";
            default -> "";
          };
      mentioned.append('\n').append(rest);
    }
    return mentioned.toString().replaceAll("\"[^\"\\n]*\"", "\"\"");
  }

  /** Searches the source for a declaration of this name: variable, type or function. */
  private boolean isDeclared(String word) {
    return Pattern.compile(
            "\\b(?:constexpr|const|enum)\\b[^;(){}]*\\b"
                + word
                + "\\b\\s*=(?!=)|"
                + "\\b(?:struct|class|union|enum|typename|int|float|double|auto|long|unsigned|char|bool"
                + "|half|short|size_t|dim3|\\w+_t)\\s*[*&]*\\s*"
                + word
                + "\\b")
        .matcher(text)
        .find();
  }
}
