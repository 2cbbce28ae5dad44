package dev.evokernel.outline;

import dev.evokernel.outline.SourceOutline.Function;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A kernel's folder made of a source that was written without evo. No file is ever replaced.
 *
 * @param folder that was made
 * @param function that is to be tuned
 * @param others functions that could be tuned as well
 * @param todos how many lines of {@code kernel.yaml} are guesses
 */
public record NewKernel(Path folder, String function, List<String> others, int todos) {

  private static final Pattern INCLUDE =
      Pattern.compile("(?m)^\\s*#\\s*include\\s+\"([\\w./+-]+)\"");
  private static final String BUILDER = "triton_builder.py";

  /** Why a folder cannot be made; the message says what to do. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }

    Refused(String message, IOException cause) {
      super(message, cause);
    }
  }

  public NewKernel {
    others = List.copyOf(others);
  }

  /**
   * Makes a folder.
   *
   * @param source a file in C, CUDA or Python
   * @param to the folder; it must not exist, or be empty
   * @param entry the function to tune; empty for the first
   * @param modeline the line by which an editor finds the schema
   */
  public static NewKernel of(Path source, Path to, Optional<String> entry, String modeline)
      throws Refused {
    String name = String.valueOf(source.getFileName());
    Language language =
        Language.of(name)
            .orElseThrow(
                () ->
                    new Refused(
                        "'%s' is neither C (.c) nor CUDA (.cu) nor Python with Triton (.py)."
                            .formatted(name)));
    String text = read(source);
    String whole = textOfIncludes(source) + text;
    SourceOutline outline = language.outline(whole);
    Function function = chosen(outline, name, entry, language);
    List<Function> others =
        outline.functions().stream().filter(one -> !one.equals(function)).toList();
    requireEmpty(to);
    try {
      Set<Path> files = withIncludes(source);
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
          to,
          function.name(),
          others.stream().map(Function::name).toList(),
          (int) described.lines().filter(line -> line.contains("# TODO")).count());
    } catch (IOException e) {
      throw new Refused("%s cannot be written: %s.".formatted(to, e.getMessage()), e);
    }
  }

  /** What it includes by a path: macros and types of the source may stand there. */
  private static String textOfIncludes(Path source) throws Refused {
    var text = new StringBuilder();
    try {
      for (Path file : withIncludes(source)) {
        if (!file.equals(source.toAbsolutePath().normalize())) {
          text.append(read(file)).append('\n');
        }
      }
    } catch (IOException e) {
      throw new Refused("There is no readable file '%s'.".formatted(source), e);
    }
    return text.toString();
  }

  private static String read(Path source) throws Refused {
    try {
      return new String(Files.readAllBytes(source), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new Refused("There is no readable file '%s'.".formatted(source), e);
    }
  }

  private static Function chosen(
      SourceOutline outline, String file, Optional<String> entry, Language language)
      throws Refused {
    List<String> names = outline.functions().stream().map(Function::name).toList();
    if (names.isEmpty()) {
      throw new Refused(
          "'%s' has no %s with a body."
              .formatted(
                  file,
                  switch (language) {
                    case C -> "function 'void …' that is not static";
                    case CUDA -> "__global__ function";
                    case TRITON -> "@triton.jit function";
                  }));
    }
    if (entry.isPresent()) {
      return outline.functions().stream()
          .filter(one -> one.name().equals(entry.get()) || one.simpleName().equals(entry.get()))
          .findFirst()
          .orElseThrow(
              () ->
                  new Refused(
                      "'%s' has no function '%s', only %s.".formatted(file, entry.get(), names)));
    }
    String stem = file.replaceFirst("\\.\\w+$", "");
    return Stream.<Predicate<Function>>of(
            one -> one.simpleName().equals(stem), one -> !one.isNaive(), _ -> true)
        .flatMap(wanted -> outline.functions().stream().filter(wanted))
        .findFirst()
        .orElseThrow();
  }

  private static void requireEmpty(Path to) throws Refused {
    if (!Files.exists(to)) {
      return;
    }
    try (Stream<Path> there = Files.list(to)) {
      if (there.findAny().isPresent()) {
        throw new Refused(
            "%s is there already and is not empty; nothing was written. Name another folder with --to."
                .formatted(to));
      }
    } catch (IOException e) {
      throw new Refused("%s is there already and is no folder.".formatted(to), e);
    }
  }

  /** The innermost folder that has all of them: below it they keep their places. */
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
                  "# TODO: '%s' of %s is not beside it; if the compiler does not have it, flags: [-IFOLDER]%n"
                      .formatted(named, file.getFileName()))
          .forEach(lines::append);
    }
    return lines.toString();
  }

  /** The source, and the files that it includes by a path, as far as they are there. */
  private static Set<Path> withIncludes(Path source) throws IOException {
    var found = new LinkedHashSet<Path>(List.of(source.toAbsolutePath().normalize()));
    var open = new ArrayList<>(found);
    while (!open.isEmpty()) {
      Path file = open.removeLast();
      for (String named : included(file)) {
        Path included = file.resolveSibling(named).normalize();
        if (Files.isRegularFile(included) && found.add(included)) {
          open.add(included);
        }
      }
    }
    return found;
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
