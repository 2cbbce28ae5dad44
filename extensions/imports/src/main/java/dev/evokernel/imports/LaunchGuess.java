package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Kind;

/**
 * Grid and block of a launch, from the host's code and from how the kernel computes indices.
 *
 * @param parameters a size of a block that only the launch decides is added
 */
record LaunchGuess(
    Language language,
    String text,
    Function function,
    HostLaunch host,
    SequencedMap<String, Guess> parameters,
    List<String> sizes) {

  private static final List<String> AXES = List.of("x", "y", "z");

  /** Line of {@code kernel.yaml} without its mark. */
  record Line(String written, boolean isGuessed) {}

  Line line() {
    if (language == Language.TRITON) {
      return new Line("launch: {grid: [" + quoted(tritonGrid()) + "]}", true);
    }
    List<String> block = block();
    List<String> ofHost =
        IntStream.range(0, host.grid().size())
            .mapToObj(axis -> onDevice(host.grid().get(axis), axis, block))
            .toList();
    boolean isRead =
        !ofHost.isEmpty()
            && ofHost.stream().allMatch(size -> isKnown(size) && !size.matches(".*\\b\\d\\d.*"));
    String shared = host.shared().isEmpty() || !isKnown(host.shared()) ? "" : host.shared();
    boolean waits =
        new KernelSource("cuda", text).waitsForGrid() && function.body().contains("this_grid");
    return new Line(
        "launch: {grid: [%s], block: [%s]%s%s}"
            .formatted(
                quoted(isRead ? ofHost : grid(block)),
                quoted(block),
                shared.isEmpty() ? "" : ", shared: " + shared,
                waits ? ", cooperative: true" : ""),
        !isRead);
  }

  private static String quoted(List<String> sizes) {
    return sizes.stream()
        .map(size -> size.matches("\\w+") ? size : "\"" + size + "\"")
        .collect(Collectors.joining(", "));
  }

  /** Block of the host's launch; a size that the kernel reads from blockDim is a parameter. */
  private List<String> block() {
    List<String> wanted = host.block().isEmpty() ? usualBlock() : host.block();
    var block = new ArrayList<String>();
    for (int axis = 0; axis < wanted.size(); axis++) {
      String size = wanted.get(axis);
      boolean isRead =
          function
              .body()
              .matches("(?s).*(blockDim\\." + AXES.get(axis) + "|cooperative_groups|\\bcg::).*");
      if (isKnown(size) && (!isRead || !size.matches("\\d+"))) {
        block.add(size.replace("/", "//"));
      } else {
        block.add(added(AXES.get(axis), size, wanted.size()));
      }
    }
    return block;
  }

  private String added(String axis, String size, int dimensions) {
    String of = axis.toUpperCase(Locale.ROOT);
    String name = (text.contains("THREADS_" + of) ? "LAUNCH_" : "THREADS_") + of;
    List<String> values =
        dimensions == 1
            ? List.of("64", "128", "256", "512", "1024")
            : List.of("4", "8", "16", "32");
    String usual = dimensions == 1 ? "256" : "16";
    parameters.put(name, new Guess(values, values.contains(size) ? size : usual, true));
    return name;
  }

  private List<String> usualBlock() {
    String bounds = function.threads();
    Matcher constant =
        Pattern.compile("\\b" + Pattern.quote(bounds) + "\\s*=\\s*(\\d+)\\s*;").matcher(text);
    if (isKnown(bounds)) {
      return List.of(bounds);
    }
    if (!bounds.isEmpty() && constant.find()) {
      return List.of(constant.group(1));
    }
    boolean isFlat = !function.body().contains("threadIdx.y");
    return AXES.subList(0, isFlat ? 1 : 2).stream()
        .map(
            axis ->
                named(
                        "(?i)(block|tile)_?(size|dim)?_?"
                            + axis
                            + (isFlat
                                ? "|block_?size|block_?dim|threads?(_per_block)?|num_threads|block"
                                : ""))
                    .orElse(""))
        .toList();
  }

  private boolean isKnown(String expression) {
    return expression.matches("[\\w\\s*/+(),-]+")
        && Pattern.compile("[A-Za-z_]\\w*")
            .matcher(expression)
            .results()
            .map(MatchResult::group)
            .allMatch(
                name ->
                    name.equals("ceil_div")
                        || parameters.containsKey(name)
                        || sizes.contains(name));
  }

  private String onDevice(String expression, int axis, List<String> block) {
    String own = expression;
    if (axis < host.block().size()) {
      own =
          own.replaceAll(
              "\\b" + Pattern.quote(host.block().get(axis)) + "\\b(?=\\)|$)", block.get(axis));
    }
    return own.replace("/", "//");
  }

  private List<String> grid(List<String> block) {
    var grid = new ArrayList<String>();
    for (int axis = 0; axis < AXES.size(); axis++) {
      String index = "blockIdx\\." + AXES.get(axis);
      if (function.body().contains("blockIdx." + AXES.get(axis))) {
        String size = sizes.get(Math.min(axis, sizes.size() - 1));
        String tile = axis < block.size() ? block.get(axis) : "1";
        grid.add(
            tiles(index)
                .or(() -> covered(index, tile))
                .orElse("ceil_div(%s, %s)".formatted(size, tile)));
      }
    }
    return grid.isEmpty()
        ? List.of("ceil_div(%s, %s)".formatted(sizes.getFirst(), block.getFirst()))
        : grid;
  }

  /** Size that bounds the variable made from an index of a block. */
  private Optional<String> covered(String index, String tile) {
    var bounds = new IndexBounds(function.body(), sizes);
    Matcher made =
        Pattern.compile("(\\w+)\\s*=\\s*([^;]*" + index + "[^;]*);").matcher(function.body());
    while (made.find()) {
      List<String> bound = bounds.of(made.group(1));
      if (bound.size() == 1) {
        boolean isTiled = made.group(2).contains("threadIdx");
        return Optional.of(
            isTiled ? "ceil_div(%s, %s)".formatted(bound.getFirst(), tile) : bound.getFirst());
      }
    }
    boolean isRow =
        sizes.contains("rows") && function.body().matches("(?s).*=\\s*" + index + "\\s*;.*");
    return isRow ? Optional.of("rows") : Optional.empty();
  }

  /** Tiles along an axis: a variable made from a block's index, times a tile's parameter. */
  private Optional<String> tiles(String index) {
    var names = new ArrayList<String>(List.of(index));
    Pattern.compile("(\\w+)\\s*=\\s*" + index + "\\s*[;,.)]")
        .matcher(function.body())
        .results()
        .forEach(made -> names.add("\\b" + made.group(1)));
    String either = String.join("|", names);
    return parameters.keySet().stream()
        .filter(
            tile ->
                Pattern.compile(
                        "(%1$s)\\s*\\*\\s*%2$s\\b|\\b%2$s\\s*\\*\\s*(%1$s)\\b"
                            .formatted(either, tile))
                    .matcher(function.body())
                    .find())
        .flatMap(
            tile -> sizeOf(tile).map(size -> "ceil_div(%s, %s)".formatted(size, tile)).stream())
        .findFirst();
  }

  /** Size with the letter or word that ends a tile's name. */
  private Optional<String> sizeOf(String tile) {
    String last = tile.replaceFirst(".*_(?=\\w)", "").toLowerCase(Locale.ROOT);
    String letter = last.substring(last.length() - 1);
    return Stream.<Predicate<String>>of(
            last::equals, letter::equals, size -> size.matches("n_?" + letter))
        .flatMap(fits -> sizes.stream().filter(size -> fits.test(size.toLowerCase(Locale.ROOT))))
        .findFirst();
  }

  /** Products of tiles along the axes that programs have, in the order of the program's numbers. */
  private List<String> tritonGrid() {
    if (sizes.contains("rows")) {
      return List.of("rows");
    }
    List<String> dimensions =
        function.parameters().stream()
            .filter(parameter -> parameter.kind().isWritten() && parameter.kind() != Kind.SCALAR)
            .map(parameter -> parameter.dimensions())
            .filter(own -> !own.isEmpty())
            .findFirst()
            .orElse(sizes);
    List<String> tiles =
        dimensions.stream()
            .flatMap(
                size ->
                    parameters.keySet().stream()
                        .filter(tile -> Guess.isTuned(tile) && !tile.startsWith("num_"))
                        .filter(tile -> sizeOf(tile).equals(Optional.of(size)))
                        .limit(1)
                        .map(tile -> "ceil_div(%s, %s)".formatted(size, tile)))
            .toList();
    if (tiles.isEmpty()) {
      return named("(?i).*block.*")
          .map(tile -> List.of("ceil_div(" + sizes.getFirst() + ", " + tile + ")"))
          .orElse(List.of(sizes.getFirst()));
    }
    boolean isFlat = !function.body().matches("(?s).*program_id\\(\\s*(axis\\s*=\\s*)?1\\b.*");
    return isFlat ? List.of(String.join(" * ", tiles)) : tiles;
  }

  private Optional<String> named(String pattern) {
    return parameters.keySet().stream().filter(name -> name.matches(pattern)).findFirst();
  }
}
