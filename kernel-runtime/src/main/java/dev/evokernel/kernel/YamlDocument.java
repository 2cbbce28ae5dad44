package dev.evokernel.kernel;

import dev.evokernel.expr.ExpressionException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A YAML file whose schema has accepted it, and the problems found in it since.
 *
 * <p>A reader adds every problem that it meets and asks {@link #check()} before it goes on to what
 * makes sense only without them, so that a person sees all mistakes of a kind at once.
 */
public final class YamlDocument {

  private final Path file;
  private final List<String> lines;
  private final Set<FileProblem> problems = new LinkedHashSet<>();
  private final YamlNode root;

  private YamlDocument(Path file, String content) {
    this.file = file;
    this.lines = content.lines().toList();
    this.root = new YamlParser(this, content).document();
  }

  /**
   * Reads a file and validates it.
   *
   * @param owner the class beside whose compiled form the schema lies
   * @param schema the name of the JSON schema
   * @throws InvalidFileException if it is not there, is no YAML, or the schema refuses it
   */
  public static YamlDocument read(Path file, Class<?> owner, String schema) {
    YamlDocument document = unvalidated(file);
    YamlSchema.of(owner, schema).validate(document);
    document.check();
    return document;
  }

  /**
   * Reads a file that a schema has accepted before.
   *
   * @throws InvalidFileException if it is not there or is no YAML
   */
  static YamlDocument unvalidated(Path file) {
    var document = new YamlDocument(file, content(file));
    document.check();
    return document;
  }

  /**
   * The keys of a file that have another name since 0.2, in no order. A section under an old name
   * is not looked into.
   *
   * @param owner the class beside whose compiled form the schema lies
   * @param schema the name of the JSON schema
   * @throws InvalidFileException if the file is not there or is no YAML
   */
  public static List<RenamedKey> renamedKeys(Path file, Class<?> owner, String schema) {
    return YamlSchema.of(owner, schema).renamed(unvalidated(file));
  }

  /**
   * A text in place of a file.
   *
   * @param file names it in messages
   * @throws InvalidFileException if it is no YAML
   */
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
          new KernelFile(file)
              .near()
              .map(near -> "Maybe " + near + "?")
              .orElseGet(() -> "Maybe another folder? Here is " + here() + "."));
    } catch (CharacterCodingException _) {
      throw unreadable(file, "is not UTF-8", "Save it with that encoding.");
    } catch (IOException e) {
      throw unreadable(file, "cannot be read: " + e, "Check that it is a file you may read.");
    }
  }

  private static String here() {
    return String.valueOf(Path.of("").toAbsolutePath());
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
    problems.add(
        new FileProblem(
            file, at.line(), at.column(), at.width(), message, advice, line(at.line())));
  }

  public void problem(YamlNode at, String message, String advice) {
    problem(at.place(), message, advice);
  }

  /**
   * A problem for each of these keys that is there.
   *
   * @param what has none of them, for example {@code a scalar}
   */
  void refuse(YamlNode.Mapping node, List<String> keys, String what, String advice) {
    for (String key : keys) {
      if (node.find(key).isPresent()) {
        problem(node.key(key), what + " has no '" + key + "'", advice);
      }
    }
  }

  /** A problem inside an expression, at the character where it is. */
  public void problem(YamlNode.Scalar at, ExpressionException e) {
    problem(at.part(e.offset(), e.length()), e.problem(), e.suggestion());
  }

  /**
   * @throws InvalidFileException if there are problems, in the file's order
   */
  public void check() {
    if (!problems.isEmpty()) {
      var sorted = new ArrayList<FileProblem>(problems);
      sorted.sort(Comparator.comparingInt(FileProblem::line).thenComparingInt(FileProblem::column));
      throw new InvalidFileException(sorted);
    }
  }
}
