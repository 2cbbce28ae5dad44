package dev.evokernel.opencl;

import module java.base;

/**
 * Messages of a driver's compiler. Those that name file, line and column get the form of other
 * compilers, {@code gemm.cl:12:5: error: …}, and the line of the source with a caret below them.
 */
final class BuildLog {

  /** PoCL's form: the severity first. */
  private static final Pattern SEVERITY_FIRST =
      Pattern.compile("(?m)^(error|warning|note): (.+?:\\d+(?::\\d+)?): ");

  /** NVIDIA's and Intel's form, which is that of clang. */
  private static final Pattern PLACED =
      Pattern.compile("^(.+?):(\\d+):(\\d+): (?:fatal )?(?:error|warning|note): .*");

  private BuildLog() {}

  static String of(String log) {
    List<String> lines = SEVERITY_FIRST.matcher(log).replaceAll("$2: $1: ").lines().toList();
    var text = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      text.add(lines.get(i));
      boolean isShown = i + 1 < lines.size() && lines.get(i + 1).startsWith(" ");
      Matcher message = PLACED.matcher(lines.get(i));
      if (!isShown && message.matches()) {
        text.addAll(
            source(
                message.group(1),
                Integer.parseInt(message.group(2)),
                Integer.parseInt(message.group(3))));
      }
    }
    return String.join("\n", text);
  }

  /** Line of a file with a caret below the column; nothing where the file has no such line. */
  private static List<String> source(String file, int line, int column) {
    try (Stream<String> lines = Files.lines(Path.of(file), StandardCharsets.ISO_8859_1)) {
      return lines
          .skip(line - 1L)
          .findFirst()
          .map(found -> List.of("  " + found, "  " + " ".repeat(Math.max(0, column - 1)) + "^"))
          .orElse(List.of());
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      return List.of(); // A text of evo's own, or a built-in header.
    }
  }
}
