package dev.evokernel.cli;

import module java.base;

/** One Markdown page of the repository, and the parts of it that can be checked. */
record Page(Path file) {

  /** The repository, as seen from the folder in which tests run. */
  static final Path ROOT = Path.of("..");

  private static final Pattern FENCE =
      Pattern.compile("^ *```(\\w*)\\R(.*?)^ *```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern INLINE = Pattern.compile("`(\\./evo\\b[^`]*)`");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.+)$", Pattern.MULTILINE);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final Set<String> SHELL = Set.of("sh", "bash", "console");

  /** README.md and all pages below {@code docs/}. */
  static List<Page> all() {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .map(Page::new)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page of(String path) {
    return new Page(ROOT.resolve(path));
  }

  String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The contents of the fenced blocks in one language. */
  List<String> blocks(String language) {
    return FENCE
        .matcher(text())
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  /** The lines of the shell blocks that begin like this, without comments and prompts. */
  Stream<String> shellLines(String beginning) {
    return SHELL.stream()
        .flatMap(language -> blocks(language).stream())
        .flatMap(block -> block.replaceAll("\\\\\\R\\s*", "").lines())
        .map(line -> line.strip().replaceFirst("^\\$ ", "").replaceFirst("\\s+#.*", "").strip())
        .filter(line -> line.startsWith(beginning));
  }

  /** Every command line of evo, in shell blocks and in the text. */
  Stream<String> evoLines() {
    Stream<String> inline =
        INLINE
            .matcher(withoutBlocks())
            .results()
            .map(match -> match.group(1).replaceAll("\\s+", " ").replaceFirst("\\).*", ""));
    return Stream.concat(shellLines("./evo"), inline).distinct();
  }

  /** As a shell would split it, up to a pipe or a redirection, without the program. */
  static List<String> words(String line) {
    var words = new ArrayList<String>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find() && !Set.of("|", ">", "&&", ";").contains(matcher.group())) {
      words.add(matcher.group().replaceAll("^['\"]|['\"]$", ""));
    }
    return words.subList(1, words.size());
  }

  /** What the page links to within the repository, as it is written. */
  List<String> links() {
    return LINK.matcher(withoutBlocks().replaceAll("`[^`]*`", ""))
        .results()
        .map(match -> match.group(1))
        .filter(link -> !link.matches("[a-z]+:.*"))
        .toList();
  }

  /** Whether a link leads to a file, and its anchor to a heading of that file. */
  boolean reaches(String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]);
    return Files.exists(target)
        && (parts.length == 1 || new Page(target).anchors().contains(parts[1]));
  }

  /** The anchors that a renderer gives to the headings. */
  private Set<String> anchors() {
    return HEADING
        .matcher(withoutBlocks())
        .results()
        .map(match -> match.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  /** The lines that are neither code nor rows of a table. */
  Stream<String> prose() {
    return withoutBlocks().lines().filter(line -> !line.startsWith("|"));
  }

  private String withoutBlocks() {
    return FENCE.matcher(text()).replaceAll("");
  }

  @Override
  public String toString() {
    return ROOT.relativize(file).toString();
  }
}
