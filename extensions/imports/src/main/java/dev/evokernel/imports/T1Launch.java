package dev.evokernel.imports;

import module java.base;

import dev.evokernel.text.YamlText;

/**
 * Launch of a T1 file's kernel.
 *
 * @param grid three expressions, in blocks
 * @param block three expressions, in threads
 * @param shared dynamic shared memory per block, in bytes
 */
public record T1Launch(List<String> grid, List<String> block, String shared) {

  private static final List<String> AXES = List.of("X", "Y", "Z");

  public T1Launch {
    grid = List.copyOf(grid);
    block = List.copyOf(block);
  }

  /**
   * Reads the launch. The grid is the problem size divided by {@code GridDivX}, {@code GridDivY}
   * and {@code GridDivZ}; without these keys it is {@code GlobalSize}, which counts blocks for CUDA
   * and threads for OpenCL.
   *
   * @param dynamic whether the source has dynamic shared memory; otherwise {@code SharedMemory} is
   *     a limit, and asking for it would take it from other blocks
   */
  static T1Launch of(
      T1Node kernel, T1Formulas formulas, List<String> known, List<String> notes, boolean dynamic) {
    List<String> block = new ArrayList<>();
    for (String axis : AXES) {
      block.add(threads(kernel, formulas, known, axis));
    }
    boolean divided = AXES.stream().anyMatch(axis -> kernel.find("GridDiv" + axis).isPresent());
    Optional<T1Node> global = kernel.find("GlobalSize");
    boolean counted = !divided && global.isPresent();
    if (divided && global.isPresent() && formulas.extent(0).isPresent()) {
      notes.add("GlobalSize is ignored: the grid is ProblemSize / GridDivX, GridDivY, GridDivZ");
    }
    List<String> grid = new ArrayList<>();
    for (int axis = 0; axis < AXES.size(); axis++) {
      grid.add(
          counted || formulas.extent(0).isEmpty()
              ? ofGlobalSize(kernel, formulas, block.get(axis), axis)
              : ofProblemSize(kernel, formulas, block.get(axis), axis));
    }
    String shared = kernel.find("SharedMemory").map(formulas::integer).orElse("0");
    if (!dynamic && !shared.equals("0")) {
      notes.add(
          "SharedMemory %s is a limit: the source has no dynamic shared memory".formatted(shared));
    }
    return new T1Launch(grid, block, dynamic ? shared : "0");
  }

  private static String threads(
      T1Node kernel, T1Formulas formulas, List<String> known, String axis) {
    Optional<T1Node> given = kernel.find("LocalSize").flatMap(size -> axis(size, axis));
    String usual = "block_size_" + axis.toLowerCase(Locale.ROOT);
    if (given.isPresent()) {
      return formulas.integer(given.get());
    }
    if (known.contains(usual)) {
      return usual;
    }
    if (axis.equals("X")) {
      throw kernel.problem(
          "'LocalSize' is missing, and no parameter is named 'block_size_x'",
          "Add the threads of a block: \"LocalSize\": {\"X\": \"256\"}");
    }
    return "1";
  }

  private static Optional<T1Node> axis(T1Node size, String axis) {
    if (size.node().isObject()) {
      return size.find(axis);
    }
    List<T1Node> sizes = size.sizes();
    int index = AXES.indexOf(axis);
    return index < sizes.size() ? Optional.of(sizes.get(index)) : Optional.empty();
  }

  private static String ofGlobalSize(T1Node kernel, T1Formulas formulas, String threads, int axis) {
    T1Node global =
        kernel.value(
            "GlobalSize", "The grid needs 'GlobalSize', or 'ProblemSize' with 'GridDivX'.");
    Optional<String> size = axis(global, AXES.get(axis)).map(formulas::integer);
    boolean inThreads =
        kernel
            .find("GlobalSizeType")
            .or(() -> kernel.find("Language"))
            .map(T1Node::word)
            .filter(word -> !word.equals("cuda"))
            .isPresent();
    return size.map(count -> inThreads ? quotient(count, List.of(threads)) : count).orElse("1");
  }

  private static String ofProblemSize(
      T1Node kernel, T1Formulas formulas, String threads, int axis) {
    String size = formulas.extent(axis).orElse("1");
    Optional<T1Node> divisors = kernel.find("GridDiv" + AXES.get(axis));
    if (divisors.isPresent()) {
      return quotient(
          formulas.integer(divisors.get(), size),
          divisors.get().elements().stream().map(formulas::integer).toList());
    }
    return quotient(formulas.integer(kernel, size), List.of(threads));
  }

  private static String quotient(String size, List<String> divisors) {
    List<String> product =
        divisors.stream()
            .filter(divisor -> !divisor.equals("1"))
            .map(divisor -> divisors.size() == 1 ? divisor : bracketed(divisor))
            .toList();
    return product.isEmpty()
        ? size
        : "ceil_div(%s, %s)".formatted(size, String.join(" * ", product));
  }

  String blocks() {
    return product(grid);
  }

  String threads() {
    return product(block);
  }

  private static String product(List<String> sizes) {
    return sizes.stream()
        .filter(size -> !size.equals("1"))
        .map(T1Launch::bracketed)
        .reduce((left, right) -> left + " * " + right)
        .orElse("1");
  }

  private static String bracketed(String expression) {
    return expression.matches("\\w+") ? expression : "(" + expression + ")";
  }

  String yaml() {
    return "{grid: %s, block: %s%s}"
        .formatted(
            list(grid),
            list(block),
            shared.equals("0") ? "" : ", shared: " + YamlText.ofExpression(shared));
  }

  private static String list(List<String> expressions) {
    return expressions.stream()
        .map(YamlText::ofExpression)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
