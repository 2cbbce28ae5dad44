package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.CText;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.store.JsonProblem;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/**
 * Node of a T1 file. Keys match in PascalCase, camelCase and snake_case. Reading a key records its
 * path; the unread keys are those that an import ignores.
 *
 * @param path path of the node, as in {@code KernelSpecification.Arguments[2]}; empty for the root
 * @param read paths of all keys of the file that were read
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

  static T1Node of(Path file) {
    JsonNode root;
    try {
      root = JsonMapper.shared().readTree(Files.readString(file));
    } catch (IOException e) {
      throw problem(file, "cannot be read: " + e.getMessage(), "Check the path.");
    } catch (JacksonException e) {
      throw problem(
          file, "invalid JSON: " + JsonProblem.of(e), "Import a script with --kernel-tuner.");
    }
    if (!root.isObject()) {
      throw problem(
          file, "not a JSON object", "A T1 file is an object with the key 'ConfigurationSpace'.");
    }
    return new T1Node(file, "", root, new LinkedHashSet<>());
  }

  /** Value of a key or of its older name; empty if absent or null. */
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

  T1Node value(String key, String advice) {
    return find(key).orElseThrow(() -> problem("missing key '" + key + "'", advice));
  }

  /** Elements of a list; a node that is not a list is its own only element. */
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
   * Sizes along axes, written as a list, a string with a list, a mapping of X, Y and Z, or a single
   * size. A missing axis before a present one is 1.
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
    return CText.parts(text.substring(1, text.length() - 1)).stream().map(this::of).toList();
  }

  private T1Node of(String text) {
    return new T1Node(file, path, StringNode.valueOf(text), read);
  }

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
    throw problem("expected a string or a number, was " + node, "");
  }

  String word() {
    return text().toLowerCase(Locale.ROOT);
  }

  /** Reads a truth value; numbers other than 0 are true. */
  boolean isTrue() {
    return node.isBoolean() ? node.asBoolean() : !Set.of("0", "false", "").contains(word());
  }

  /** Value as a real number; booleans are 1 and 0. */
  double number() {
    try {
      return node.isBoolean() ? (node.asBoolean() ? 1 : 0) : Double.parseDouble(text());
    } catch (NumberFormatException _) {
      throw problem("expected a number, was " + node, "");
    }
  }

  InvalidFileException problem(String message, String advice) {
    return problem(file, path.isEmpty() ? message : shown() + ": " + message, advice);
  }

  /** Path of the node; for a recorded script, the corresponding argument of its call. */
  private String shown() {
    return file.toString().endsWith(".py")
        ? path.replace("ConfigurationSpace.Conditions", "restrictions")
            .replace("ConfigurationSpace.TuningParameters", "tune_params")
            .replace("KernelSpecification.Arguments", "arguments")
            .replace("KernelSpecification.GridDiv", "grid_div_")
            .replace("KernelSpecification.CompilerOptions", "compiler_options")
            .replace("KernelSpecification.ProblemSize", "problem_size")
        : path;
  }

  /** Paths of keys below this node that were not read, except null values. */
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

  static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }
}
