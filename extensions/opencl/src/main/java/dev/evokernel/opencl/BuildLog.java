package dev.evokernel.opencl;

import module java.base;

/**
 * Messages of a driver's compiler. Those that name file, line and column get the form of other
 * compilers, {@code gemm.cl:12:5: error: …}, and the line of the source with a caret below them.
 */
final class BuildLog {

  private static final Pattern SEVERITY_FIRST =
      Pattern.compile("(?m)^(error|warning|note): (.+?:\\d+(?::\\d+)?): ");

  /** Form of clang and of the drivers that contain it. */
  private static final Pattern PLACED =
      Pattern.compile("^(.+?):(\\d+):(\\d+)(: (?:fatal )?(?:error|warning|note): .*)");

  private static final Pattern NAMED = Pattern.compile("#line 1 \"(.*)\"");

  private record Place(String file, int line) {

    /** Place in a file; where the driver ignores {@code #line}, found from the line of the text. */
    static Place of(String file, int line, String text) {
      List<String> lines = text.lines().limit(line).toList();
      for (int i = Files.exists(Path.of(file)) ? 0 : lines.size(); i > 0; i--) {
        Matcher name = NAMED.matcher(lines.get(i - 1));
        if (name.matches()) {
          return new Place(name.group(1), line - i);
        }
      }
      return new Place(file, line);
    }

    /** The line with a caret below a column; nothing where the file has no such line. */
    List<String> shown(int column) {
      try (Stream<String> lines = Files.lines(Path.of(file), StandardCharsets.ISO_8859_1)) {
        return lines
            .skip(line - 1L)
            .findFirst()
            .map(found -> List.of("  " + found, "  " + " ".repeat(Math.max(0, column - 1)) + "^"))
            .orElse(List.of());
      } catch (IOException | UncheckedIOException e) {
        return List.of(); // A text of evo's own, or a built-in header.
      }
    }
  }

  private BuildLog() {}

  static String of(String log, String text) {
    List<String> lines = SEVERITY_FIRST.matcher(log).replaceAll("$2: $1: ").lines().toList();
    var result = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher message = PLACED.matcher(lines.get(i));
      if (!message.matches()) {
        result.add(lines.get(i));
        continue;
      }
      Place place = Place.of(message.group(1), Integer.parseInt(message.group(2)), text);
      int column = Integer.parseInt(message.group(3));
      result.add(place.file() + ":" + place.line() + ":" + column + message.group(4));
      boolean isShown = i + 2 < lines.size() && lines.get(i + 2).strip().startsWith("^");
      result.addAll(isShown ? List.of() : place.shown(column));
    }
    return String.join("\n", result);
  }
}
