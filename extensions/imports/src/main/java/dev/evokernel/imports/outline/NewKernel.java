package dev.evokernel.imports.outline;

import module java.base;

import dev.evokernel.imports.outline.SourceOutline.Function;
import dev.evokernel.kernel.data.DistantSources;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Kernel folder created from a source. No file is ever replaced.
 *
 * @param function the function to tune
 * @param others other tunable functions of the source
 * @param todos number of lines marked TODO in {@code kernel.yaml}
 */
public record NewKernel(String function, List<String> others, int todos) {

  private static final Pattern INCLUDE =
      Pattern.compile("(?m)^\\s*#\\s*include\\s+\"([\\w./+-]+)\"");
  private static final String BUILDER = "triton_builder.py";

  public NewKernel {
    others = List.copyOf(others);
  }

  /**
   * Creates a folder.
   *
   * @param source a file in C, CUDA or Python
   * @param to a new or empty folder
   * @param entry the function to tune; empty for the first
   * @param modeline first line of {@code kernel.yaml}, which points editors to the schema
   * @throws BadInputException if the folder cannot be created
   */
  public static NewKernel of(Path source, Path to, Optional<String> entry, String modeline) {
    String name = String.valueOf(source.getFileName());
    Language language =
        Language.of(name)
            .orElseThrow(
                () ->
                    new BadInputException(
                        "Unknown kind of source '%s'. Name a C (.c), CUDA (.cu) or Triton (.py) file."
                            .formatted(name)));
    String text = read(source);
    String whole = textOfIncludes(source) + text;
    SourceOutline outline = language.outline(whole);
    Function function = chosen(outline, name, entry, language);
    List<Function> others =
        outline.functions().stream().filter(found -> !found.equals(function)).toList();
    requireEmpty(to);
    try {
      Set<Path> files = DistantSources.withIncluded(source.toAbsolutePath().normalize());
      Path home = home(files);
      String place = home.relativize(source.toAbsolutePath().normalize()).toString();
      var draft = new KernelDraft(language, place, whole, function, others, outline.tunables());
      Files.createDirectories(to);
      for (Path file : files) {
        Path target = to.resolve(home.relativize(file).toString());
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Files.copy(file, target);
      }
      if (language != Language.C) {
        Files.writeString(to.resolve("reference.py"), draft.reference());
      }
      if (language == Language.TRITON) {
        builder(to.resolve(BUILDER));
      }
      String described = modeline + "\n" + notFound(files) + draft.text();
      Files.writeString(to.resolve("kernel.yaml"), described);
      return new NewKernel(
          function.name(),
          others.stream().map(Function::name).toList(),
          (int) described.lines().filter(line -> line.contains("# TODO")).count());
    } catch (IOException e) {
      throw new BadInputException("Cannot write %s: %s.".formatted(to, e.getMessage()));
    }
  }

  /** Text of the included files, which can define macros and types. */
  private static String textOfIncludes(Path source) {
    Path own = source.toAbsolutePath().normalize();
    return DistantSources.withIncluded(own).stream()
        .filter(file -> !file.equals(own))
        .map(file -> read(file) + "\n")
        .collect(Collectors.joining());
  }

  private static String read(Path source) {
    try {
      return new String(Files.readAllBytes(source), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new BadInputException("Cannot read '%s'.".formatted(source));
    }
  }

  private static Function chosen(
      SourceOutline outline, String file, Optional<String> entry, Language language) {
    List<String> names = outline.functions().stream().map(Function::name).toList();
    if (names.isEmpty()) {
      throw new BadInputException(
          "No %s found in %s."
              .formatted(
                  switch (language) {
                    case C -> "non-static void function";
                    case CUDA -> "__global__ function with a body";
                    case TRITON -> "@triton.jit function";
                  },
                  file));
    }
    if (entry.isPresent()) {
      return outline.functions().stream()
          .filter(found -> List.of(found.name(), found.simpleName()).contains(entry.get()))
          .findFirst()
          .orElseThrow(
              () ->
                  new BadInputException(
                      "No function '%s' found in %s. Choose one of: %s."
                          .formatted(entry.get(), file, String.join(", ", names))));
    }
    String stem = file.replaceFirst("\\.\\w+$", "");
    return Stream.<Predicate<Function>>of(
            found -> found.simpleName().equals(stem), found -> !found.isNaive(), _ -> true)
        .flatMap(wanted -> outline.functions().stream().filter(wanted))
        .findFirst()
        .orElseThrow();
  }

  private static void requireEmpty(Path to) {
    if (!Files.exists(to)) {
      return;
    }
    try (Stream<Path> there = Files.list(to)) {
      if (there.findAny().isPresent()) {
        throw new BadInputException(
            "%s exists and is not empty; nothing was written. Name another folder with --to."
                .formatted(to));
      }
    } catch (IOException e) {
      throw new BadInputException("%s is not a folder. Name another one with --to.".formatted(to));
    }
  }

  /** Innermost folder that contains all files. */
  private static Path home(Set<Path> files) {
    Path home = Objects.requireNonNull(files.iterator().next().getParent());
    for (Path file : files) {
      while (!file.startsWith(home)) {
        home = Objects.requireNonNull(home.getParent());
      }
    }
    return home;
  }

  private static String notFound(Set<Path> files) throws IOException {
    var lines = new StringBuilder();
    for (Path file : files) {
      included(file).stream()
          .filter(named -> !files.contains(file.resolveSibling(named).normalize()))
          .map(
              named ->
                  "# TODO: '%s', included by %s, was not found; if the compiler lacks it, add flags: [-IFOLDER]%n"
                      .formatted(named, file.getFileName()))
          .forEach(lines::append);
    }
    return lines.toString();
  }

  private static List<String> included(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    return INCLUDE.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static void builder(Path file) throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(NewKernel.class.getResourceAsStream(BUILDER), BUILDER)) {
      Files.copy(stream, file);
    }
  }
}
