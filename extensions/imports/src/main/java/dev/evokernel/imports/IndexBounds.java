package dev.evokernel.imports;

import module java.base;

/**
 * Sizes that bound the variables of a function: {@code i < n} in a loop, {@code i >= n} before a
 * return.
 */
record IndexBounds(String body, List<String> sizes) {

  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
  private static final int DEPTH = 2;

  /** Sizes that bound an expression's variables, in the order of the sizes. */
  List<String> of(String expression) {
    var found = new HashSet<String>();
    collect(expression, DEPTH, found);
    return sizes.stream().filter(found::contains).toList();
  }

  private void collect(String expression, int depth, Set<String> found) {
    for (String word : WORD.matcher(expression).results().map(MatchResult::group).toList()) {
      List<String> bounds =
          Pattern.compile("\\b" + word + "\\s*(?:<|>=)\\s*(\\w+)\\b")
              .matcher(body)
              .results()
              .map(bound -> bound.group(1))
              .filter(sizes::contains)
              .toList();
      found.addAll(sizes.contains(word) ? List.of(word) : bounds.stream().limit(1).toList());
      if (sizes.contains("rows")
          && body.matches("(?s).*\\b" + word + "\\s*=\\s*blockIdx\\.x\\s*;.*")) {
        found.add("rows");
      }
      Matcher made = Pattern.compile("\\b" + word + "\\s*=(?!=)\\s*([^;]+);").matcher(body);
      if (bounds.isEmpty() && depth > 0 && made.find()) {
        collect(made.group(1), depth - 1, found);
      }
    }
  }

  /** Dimensions of an array by the indices with which the function reads or writes it. */
  List<String> dimensions(String array) {
    List<String> indices =
        Pattern.compile("\\b" + array + "\\b(?:\\s*\\[(\\d+)])?")
            .matcher(body)
            .results()
            .map(index -> Objects.requireNonNullElse(index.group(1), ""))
            .toList();
    if (!indices.isEmpty() && indices.stream().allMatch(index -> index.matches("\\d{1,6}"))) {
      return List.of(
          String.valueOf(indices.stream().mapToInt(Integer::parseInt).max().orElse(0) + 1));
    }
    var found = new HashSet<String>();
    indexed(array, DEPTH, found);
    return sizes.stream().filter(found::contains).toList();
  }

  private void indexed(String array, int depth, Set<String> found) {
    Pattern.compile("\\b" + array + "\\s*\\[([^];]*)]|\\b" + array + "\\s*\\+([^;,]*)[;,]")
        .matcher(body)
        .results()
        .forEach(
            index ->
                collect(index.group(1) == null ? index.group(2) : index.group(1), DEPTH, found));
    if (depth > 0) {
      Pattern.compile("\\*\\s*(?:__restrict__\\s+)?(\\w+)\\s*=[^;]*\\b" + array + "\\b[^;]*;")
          .matcher(body)
          .results()
          .map(alias -> alias.group(1))
          .filter(alias -> !alias.equals(array))
          .forEach(alias -> indexed(alias, depth - 1, found));
    }
  }
}
