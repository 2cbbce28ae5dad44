package dev.evokernel.kernel.yaml;

import module java.base;

import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Spelling;

/**
 * YAML file that its schema accepts, and the problems found later.
 *
 * <p>A reader adds all problems of a pass and calls {@link #check()} before the next pass, so that
 * a user sees all errors of a kind at once.
 */
public final class YamlDocument {

  private final Path file;
  private final List<String> lines;
  private final Set<FileProblem> problems = new LinkedHashSet<>();
  private final Set<FileProblem> held = new LinkedHashSet<>();
  private final YamlNode root;
  private Optional<YamlSchema> schema = Optional.empty();

  private YamlDocument(Path file, String content) {
    this.file = file;
    this.lines = content.lines().toList();
    this.root = new YamlParser(this, content).document();
  }

  /** Reads and validates a file by the schema, a resource in the package of a class. */
  public static YamlDocument read(Path file, Class<?> owner, String schema) {
    return read(file, owner.getPackageName() + schema, () -> ShippedText.of(owner, schema));
  }

  /** {@link #read(Path, Class, String)} with a schema that is asked for once. */
  public static YamlDocument read(Path file, String name, Supplier<String> schema) {
    YamlDocument document = unvalidated(file);
    document.schema = Optional.of(YamlSchema.check(document, name, schema));
    document.check();
    return document;
  }

  /** Applies rules of the schema, if it is known, to keys that stand in several places. */
  public void apply(String definition, YamlNode.Mapping keys) {
    schema.ifPresent(known -> known.apply(definition, keys));
  }

  /** Reads a file that the schema has accepted before. */
  public static YamlDocument unvalidated(Path file) {
    return of(file, content(file));
  }

  /** Parses the text of a file, which need not exist. */
  public static YamlDocument of(Path file, String content) {
    var document = new YamlDocument(file, content);
    document.check();
    return document;
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException _) {
      throw unreadable(
          file,
          "no such file",
          SimilarFolder.of(file)
              .map(near -> "Maybe " + near + "?")
              .orElseGet(() -> "The current folder is " + Path.of("").toAbsolutePath() + "."));
    } catch (CharacterCodingException _) {
      throw unreadable(file, "is not UTF-8", "Save the file as UTF-8.");
    } catch (IOException e) {
      throw unreadable(file, "cannot be read: " + e, "Check that you may read the file.");
    }
  }

  private static InvalidFileException unreadable(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }

  public Path file() {
    return file;
  }

  public YamlNode.Mapping root() {
    return root.mapping();
  }

  YamlNode node() {
    return root;
  }

  String line(int number) {
    return number > 0 && number <= lines.size() ? lines.get(number - 1) : "";
  }

  int lineCount() {
    return lines.size();
  }

  public void problem(Place at, String message, String advice) {
    problems.add(found(at, message, advice));
  }

  /** Reports a problem together with the next ones, since a reader can go on in spite of it. */
  void hold(Place at, String message, String advice) {
    held.add(found(at, message, advice));
  }

  private FileProblem found(Place at, String message, String advice) {
    return new FileProblem(
        file, at.line(), at.column(), at.width(), message, advice, line(at.line()));
  }

  public void problem(YamlNode at, String message, String advice) {
    problem(at.place(), message, advice);
  }

  /**
   * Whether a name is known; else reports it with the nearest known name.
   *
   * @param message with {@code %s} in place of the name
   */
  public boolean knows(Collection<String> known, Place at, String name, String message) {
    if (!known.contains(name)) {
      problem(at, message.formatted(name), Spelling.advice(name, known));
    }
    return known.contains(name);
  }

  /** {@link #knows(Collection, Place, String, String)} for a node's text. */
  public boolean knows(Collection<String> known, YamlNode name, String message) {
    return knows(known, name.place(), name.text(), message);
  }

  /** Reports elements of a list whose name an earlier element has. */
  public void distinct(YamlNode list, String kind) {
    var names = new HashSet<String>();
    for (YamlNode element : list.elements()) {
      YamlNode name = element.mapping().value("name");
      if (!names.add(name.text())) {
        problem(name, "duplicate %s '%s'".formatted(kind, name.text()), "Rename one of the two.");
      }
    }
  }

  /** Reports a problem at its character inside an expression. */
  public void problem(YamlNode.Scalar at, ExpressionException e) {
    problem(at.part(e.offset(), e.length()), e.problem(), e.suggestion());
  }

  /** {@link #check()} that ends the reading: broken rules of the schema are problems too. */
  public void checkAll() {
    problems.addAll(held);
    check();
  }

  public void check() {
    if (!problems.isEmpty()) {
      problems.addAll(held);
      var sorted = new ArrayList<FileProblem>(problems);
      sorted.sort(Comparator.comparingInt(FileProblem::line).thenComparingInt(FileProblem::column));
      throw new InvalidFileException(sorted);
    }
  }
}
