package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Tunable;

/**
 * Values of a parameter, guessed from its name and its default.
 *
 * @param values as written in {@code kernel.yaml}
 * @param start the default, one of the values
 * @param isCertain whether the source lists all values
 */
record Guess(List<String> values, String start, boolean isCertain) {

  private static final Pattern INTEGER = Pattern.compile("\\d{1,9}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*|\\d*\\.\\d+(e-?\\d+)?");
  private static final Pattern SIZE =
      Pattern.compile("(?i).*(block|tile|thread|size|chunk|bm|bn|bk).*");
  private static final Pattern THREADS = Pattern.compile("(?i)(\\w+_)?threads(_\\w+)?");
  private static final Map<String, String> FEW =
      Map.of("num_warps", "2 4 8", "num_stages", "2 3 4 5", "num_ctas", "1 2");

  /** Names that are usual for what decides speed and not the result. */
  static final Pattern TUNED =
      Pattern.compile(
          "(?i)(?!warp_?size|simd_?width|max_).*(block|tile|threads?|chunk|unroll|num_?warps|stages"
              + "|vec_?(size|len|width)?|items|per_?(th|thread|block|warp)|group_(m|size)).*"
              + "|(\\w+_)?([mnk][cbr]|[btwr][mnkxyz]|TH|BS|[BT][A-Z])|num_ctas|maxnreg");

  private static final Pattern SWITCH = Pattern.compile("(?i)(use|enable|with|do|is|even)_?.*");
  private static final int REACH = 4;

  /** Macros for the size of the problem. */
  private static final Pattern EXTENT =
      Pattern.compile("(\\w+_)?(WIDTH|HEIGHT|DEPTH|ROWS|COLS|COLUMNS|DIM|LENGTH)");

  Guess {
    values = List.copyOf(values);
  }

  static boolean isTuned(String name) {
    return TUNED.matcher(name).matches();
  }

  /** Whether a macro is a dimension of the shape. */
  static boolean isExtent(Tunable tunable) {
    return EXTENT.matcher(tunable.name()).matches();
  }

  /** Guesses the values; empty if the default is a formula, which cannot be a value. */
  static Optional<Guess> of(Tunable tunable, Language language) {
    String first = tunable.first().orElse("");
    String few = FEW.getOrDefault(tunable.name(), "");
    if (!few.isEmpty() && tunable.values().size() < 2 && few.contains(first)) {
      List<String> values = List.of(few.split(" ", -1));
      return Optional.of(new Guess(values, first.isEmpty() ? values.get(1) : first, false));
    }
    if (language == Language.C && first.isEmpty() && THREADS.matcher(tunable.name()).matches()) {
      return Optional.of(new Guess(List.of("1", "2", "4", "8"), "2", false));
    }
    if (tunable.values().equals(Tunable.DEFINED)) {
      return Optional.of(new Guess(tunable.values(), "false", false));
    }
    if (tunable.values().size() > 1 || (language == Language.TRITON && !first.isEmpty())) {
      return Optional.of(new Guess(sorted(tunable.values()), first, true));
    }
    if (INTEGER.matcher(first).matches()) {
      return Optional.of(around(Long.parseLong(first)));
    }
    if (!first.isEmpty()) {
      return WORD.matcher(first).matches()
          ? Optional.of(new Guess(List.of(first), first, false))
          : Optional.empty();
    }
    if (SIZE.matcher(tunable.name()).matches() && !tunable.name().matches("(?i).*vec.*")) {
      return Optional.of(new Guess(List.of("16", "32", "64", "128"), "32", false));
    }
    return SWITCH.matcher(tunable.name()).matches()
        ? Optional.of(new Guess(List.of("0", "1"), "0", false))
        : Optional.of(new Guess(List.of("1", "2", "4", "8"), "1", false));
  }

  private static Guess around(long value) {
    if (value <= 1) {
      return new Guess(List.of("0", "1"), Long.toString(value), false);
    }
    SequencedSet<String> values = new LinkedHashSet<>();
    for (long smaller = Math.max(1, value / REACH); smaller < value; smaller *= 2) {
      values.add(Long.toString(smaller));
    }
    Stream.of(value, 2 * value, REACH * value).map(String::valueOf).forEach(values::add);
    return new Guess(List.copyOf(values), Long.toString(value), false);
  }

  private static List<String> sorted(List<String> values) {
    return values.stream().allMatch(value -> INTEGER.matcher(value).matches())
        ? values.stream().map(Long::valueOf).sorted().map(String::valueOf).toList()
        : values;
  }
}
