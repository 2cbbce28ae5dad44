package dev.evokernel.imports;

import dev.evokernel.kernel.FileProblem;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.store.JsonProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/**
 * A part of a T1 file. Keys count alike in PascalCase, camelCase and snake_case, and those that are
 * read are noted: the others are what an import leaves out.
 *
 * @param file in which it stands
 * @param path the keys that lead to it, as in {@code KernelSpecification.Arguments[2]}; empty for
 *     the whole file
 * @param read the paths of all keys of the file that were read
 */
record T1Node(Path file, String path, JsonNode node, Set<String> read) {

  private static final Map<String, String> OLDER =
      Map.of(
          "LocalSize", "blockSize",
          "GlobalSize", "gridSize",
          "Size", "length",
          "FillValue", "value",
          "DataSource", "path",
          "Conditions", "constraints");

  /**
   * @throws InvalidFileException if the file cannot be read or is no JSON object
   */
  static T1Node of(Path file) {
    JsonNode root;
    try {
      root = JsonMapper.shared().readTree(Files.readString(file));
    } catch (IOException e) {
      throw problem(file, "cannot be read: " + e.getMessage(), "Check the path.");
    } catch (JacksonException e) {
      throw problem(
          file, "is no JSON: " + JsonProblem.of(e), "A script is imported with --kernel-tuner.");
    }
    if (!root.isObject()) {
      throw problem(file, "is no JSON object", "A T1 file has 'ConfigurationSpace' at its top.");
    }
    return new T1Node(file, "", root, new LinkedHashSet<>());
  }

  /** What stands behind a key, or the older name of it, unless that is nothing or null. */
  Optional<T1Node> find(String key) {
    return named(key).or(() -> Optional.ofNullable(OLDER.get(key)).flatMap(this::named));
  }

  private Optional<T1Node> named(String key) {
    for (String name : node.propertyNames()) {
      if (plain(name).equals(plain(key))) {
        var found =
            new T1Node(file, (path.isEmpty() ? "" : path + ".") + name, node.get(name), read);
        read.add(found.path);
        return node.get(name).isNull() ? Optional.empty() : Optional.of(found);
      }
    }
    return Optional.empty();
  }

  /**
   * @param advice what to write there
   * @throws InvalidFileException if it is absent
   */
  T1Node value(String key, String advice) {
    return find(key).orElseThrow(() -> problem("the key '" + key + "' is missing", advice));
  }

  /** The elements of a list; anything else is a list of itself. */
  List<T1Node> elements() {
    if (!node.isArray()) {
      return List.of(this);
    }
    var elements = new ArrayList<T1Node>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new T1Node(file, path + "[" + i + "]", node.get(i), read));
    }
    return elements;
  }

  /**
   * Sizes along axes: a list, a text that is one, a mapping of X, Y and Z, or a single size. An
   * axis that a mapping leaves out before another one is 1.
   */
  List<T1Node> sizes() {
    if (node.isObject()) {
      var sizes = new ArrayList<T1Node>();
      for (String axis : List.of("Z", "Y", "X")) {
        Optional<T1Node> found = find(axis);
        if (found.isPresent() || !sizes.isEmpty()) {
          sizes.addFirst(found.orElseGet(() -> of("1")));
        }
      }
      return sizes;
    }
    String text = node.isString() ? text() : "";
    if (!text.matches("(?s)\\[.*\\]|\\(.*,.*\\)")) {
      return elements();
    }
    return TopLevel.split(text.substring(1, text.length() - 1), ',').stream()
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .map(this::of)
        .toList();
  }

  /** A text that stands here. */
  private T1Node of(String text) {
    return new T1Node(file, path, StringNode.valueOf(text), read);
  }

  boolean isNumber() {
    return node.isNumber();
  }

  /** A text, or a number or truth value as Python writes it. */
  String text() {
    if (node.isString()) {
      return node.asString().strip();
    }
    if (node.isBoolean()) {
      return node.asBoolean() ? "True" : "False";
    }
    if (node.isNumber()
        && node.asDouble() == Math.rint(node.asDouble())
        && Math.abs(node.asDouble()) < 1e15) {
      return Long.toString(node.asLong());
    }
    if (node.isNumber()) {
      return node.toString();
    }
    throw problem("a text or a number is expected, not " + node, "");
  }

  /** A word that the format lists, in lower case. */
  String word() {
    return text().toLowerCase(Locale.ROOT);
  }

  /** Whether it says yes: true, or a number other than 0. */
  boolean isTrue() {
    return node.isBoolean() ? node.asBoolean() : !Set.of("0", "false", "").contains(word());
  }

  /** The real number; the truth values are 1 and 0. */
  double number() {
    try {
      return node.isBoolean() ? (node.asBoolean() ? 1 : 0) : Double.parseDouble(text());
    } catch (NumberFormatException _) {
      throw problem("a number is expected, not " + node, "");
    }
  }

  InvalidFileException problem(String message, String advice) {
    return problem(file, path.isEmpty() ? message : said() + ": " + message, advice);
  }

  /** The path; of a script that was recorded, what its call has there. */
  private String said() {
    return file.toString().endsWith(".py")
        ? path.replace("ConfigurationSpace.Conditions", "restrictions")
            .replace("ConfigurationSpace.TuningParameters", "tune_params")
            .replace("KernelSpecification.Arguments", "arguments")
            .replace("KernelSpecification.GridDiv", "grid_div_")
            .replace("KernelSpecification.CompilerOptions", "compiler_options")
            .replace("KernelSpecification.ProblemSize", "problem_size")
        : path;
  }

  /** The paths of keys below this one that were not read; those of nothing and null are none. */
  List<String> unread() {
    var unread = new ArrayList<String>();
    for (String name : node.propertyNames()) {
      var child = new T1Node(file, (path.isEmpty() ? "" : path + ".") + name, node.get(name), read);
      if (!read.contains(child.path) && !child.node.isNull()) {
        unread.add(child.path);
      } else {
        for (T1Node element : child.elements()) {
          unread.addAll(element.node.isObject() ? element.unread() : List.of());
        }
      }
    }
    return unread;
  }

  private static String plain(String key) {
    return key.toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }
}
