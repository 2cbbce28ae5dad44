package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.kernel.DistantSources;

/**
 * Copies of sources in which a macro of the compiler's command line takes the place of the source's
 * own {@code #define}, as if that line stood behind {@code #ifndef}. There is no copy where no
 * source defines such a macro, and messages name the originals.
 */
public final class Redefinitions implements AutoCloseable {

  private static final Pattern DEFINED = Pattern.compile("-D(\\w+)(=.*)?", Pattern.DOTALL);

  private final Map<Path, Path> copies;

  private Redefinitions(Map<Path, Path> copies) {
    this.copies = copies;
  }

  /** Copies the sources and what they include, if one of them defines a macro of the options. */
  public static Redefinitions of(Collection<Path> sources, List<Path> folders, List<String> options)
      throws IOException {
    String macros =
        options.stream()
            .map(DEFINED::matcher)
            .filter(Matcher::matches)
            .map(macro -> macro.group(1))
            .collect(Collectors.joining("|"));
    var texts = new TreeMap<Path, String>();
    boolean changed = false;
    if (!macros.isEmpty()) {
      Pattern line =
          Pattern.compile(
              "(?m)^(?<!#ifndef (?:"
                  + macros
                  + ")\n)([ \\t]*#[ \\t]*define[ \\t]+("
                  + macros
                  + ")(?![\\w(]).*(?:\\\\\n.*)*)$");
      for (Path source : sources) {
        for (Path file : DistantSources.withIncluded(source.toAbsolutePath(), folders)) {
          if (Files.isRegularFile(file)) {
            String text = DistantSources.text(file);
            texts.put(file, guarded(file, text, line));
            changed |= line.matcher(text).find();
          }
        }
      }
    }
    return new Redefinitions(changed ? written(texts) : Map.of());
  }

  private static String guarded(Path file, String text, Pattern line) {
    var guarded = new StringBuilder("#line 1 \"" + file + "\"\n");
    Matcher definition = line.matcher(text);
    while (definition.find()) {
      long next = text.substring(0, definition.end()).lines().count() + 1;
      definition.appendReplacement(
          guarded,
          Matcher.quoteReplacement(
              "#ifndef %s\n%s\n#endif\n#line %d"
                  .formatted(definition.group(2), definition.group(1), next)));
    }
    return definition.appendTail(guarded).toString();
  }

  private static Map<Path, Path> written(Map<Path, String> texts) throws IOException {
    Path folder = Files.createTempDirectory("evo-sources-");
    var copies = new TreeMap<Path, Path>();
    for (Map.Entry<Path, String> text : texts.entrySet()) {
      Path copy = folder.resolve(Path.of("/").relativize(text.getKey()));
      Files.createDirectories(Objects.requireNonNull(copy.getParent()));
      Files.writeString(copy, text.getValue(), StandardCharsets.ISO_8859_1);
      copies.put(text.getKey(), copy);
    }
    copies.put(Path.of("/"), folder);
    return copies;
  }

  /** File to compile in place of a source. */
  public Path file(Path source) {
    Path own = source.toAbsolutePath().normalize();
    return copies.getOrDefault(own, source);
  }

  /** Replaces the sources' absolute paths in a translation unit. */
  public String unit(String text) {
    String replaced = text;
    for (Map.Entry<Path, Path> copy : copies.entrySet()) {
      replaced = replaced.replace("\"" + copy.getKey() + "\"", "\"" + copy.getValue() + "\"");
    }
    return replaced;
  }

  /** Options that search folders of headers, the copies first. */
  public List<String> searching(List<Path> folders) {
    Path root = copies.get(Path.of("/"));
    return folders.stream()
        .flatMap(
            folder ->
                root == null
                    ? Stream.of(folder)
                    : Stream.of(root.resolve(Path.of("/").relativize(folder)), folder))
        .map(folder -> "-I" + folder)
        .toList();
  }

  @Override
  public void close() throws IOException {
    Path folder = copies.get(Path.of("/"));
    if (folder != null) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
