package dev.evokernel.kernel;

import dev.evokernel.expr.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;

/**
 * Makes located nodes from a YAML text. Doubled keys, anchors and second documents are problems.
 */
final class YamlParser {

  private static final Pattern MARK = Pattern.compile("line (\\d+), column (\\d+)");

  private final YamlDocument document;
  private final JsonParser tokens;

  YamlParser(YamlDocument document, String content) {
    this.document = document;
    this.tokens = new YAMLFactory().createParser(ObjectReadContext.empty(), content);
  }

  YamlNode document() {
    var nothing = new YamlNode.Empty(new Place(1, 1, 1));
    try (tokens) {
      JsonToken first = tokens.nextToken();
      if (first == null) {
        document.problem(Place.FILE, "the file is empty", "See the examples in the documentation.");
        return nothing;
      }
      YamlNode root = node(first);
      if (!(root instanceof YamlNode.Mapping)) {
        document.problem(root, "the file must be a mapping, not " + root.label(), "");
      }
      if (tokens.nextToken() != null) {
        document.problem(place(1), "a second document in one file", "Remove the '---' before it.");
      }
      return root;
    } catch (JacksonException e) {
      syntax(e);
      return nothing;
    }
  }

  private YamlNode node(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> mapping();
      case START_ARRAY -> sequence();
      case VALUE_NULL -> new YamlNode.Empty(place(1));
      default -> scalar(token);
    };
  }

  private YamlNode mapping() {
    Place place = place(1);
    var keys = new LinkedHashMap<String, Place>();
    var values = new LinkedHashMap<String, YamlNode>();
    while (tokens.nextToken() != JsonToken.END_OBJECT) {
      String key = tokens.currentName();
      Place at = place(key.length());
      if (document.line(at.line()).startsWith("*", at.column() - 1) || key.equals("<<")) {
        document.problem(at, "aliases and merge keys are not supported", "Write the value out.");
      }
      Place earlier = keys.putIfAbsent(key, at);
      if (earlier != null) {
        String advice = "It is on line " + earlier.line() + " already; keep one of the two.";
        document.problem(at, "the key '" + key + "' is doubled", advice);
      }
      YamlNode value = node(tokens.nextToken());
      values.putIfAbsent(key, value);
    }
    return new YamlNode.Mapping(place, keys, values);
  }

  private YamlNode sequence() {
    Place place = place(1);
    var elements = new ArrayList<YamlNode>();
    for (JsonToken token = tokens.nextToken();
        token != JsonToken.END_ARRAY;
        token = tokens.nextToken()) {
      elements.add(node(token));
    }
    return new YamlNode.Sequence(place, elements);
  }

  private YamlNode scalar(JsonToken token) {
    String text = tokens.getString();
    TokenStreamLocation at = tokens.currentTokenLocation();
    String line = document.line(at.getLineNr());
    List<Integer> columns = ScalarColumns.of(line, at.getColumnNr(), text);
    int width = columns.isEmpty() ? 1 : columns.getLast() + 1 - columns.getFirst();
    int first = columns.isEmpty() ? at.getColumnNr() : columns.getFirst();
    var place = new Place(at.getLineNr(), first, width);
    if (line.startsWith("*", at.getColumnNr() - 1)) {
      document.problem(place, "anchors and aliases are not supported", "Write the value out.");
    }
    return new YamlNode.Scalar(place, text, value(token, text, place), columns);
  }

  private Value value(JsonToken token, String text, Place place) {
    try {
      return switch (token) {
        case VALUE_TRUE -> Value.of(true);
        case VALUE_FALSE -> Value.of(false);
        case VALUE_NUMBER_INT -> Value.of(tokens.getBigIntegerValue().longValueExact());
        case VALUE_NUMBER_FLOAT -> Value.of(tokens.getDoubleValue());
        default -> Value.of(text);
      };
    } catch (ArithmeticException | IllegalArgumentException _) {
      document.problem(place, "the number '" + text + "' is too large", "Integers have 64 bits.");
      return Value.of(text);
    }
  }

  private Place place(int width) {
    TokenStreamLocation at = tokens.currentTokenLocation();
    return new Place(at.getLineNr(), at.getColumnNr(), width);
  }

  /** The parser's own words, on one line, at the last mark that they name. */
  private void syntax(JacksonException e) {
    var message = new ArrayList<String>();
    Place at = new Place(1, 1, 1);
    for (String line : e.getOriginalMessage().lines().toList()) {
      Matcher mark = MARK.matcher(line);
      if (mark.find()) {
        at = new Place(Integer.parseInt(mark.group(1)), Integer.parseInt(mark.group(2)), 1);
      } else if (!line.isBlank() && !line.startsWith(" ")) {
        message.add(line.strip().replaceAll(", but got :?$", ""));
      }
    }
    if (at.line() > document.lineCount()) {
      at = new Place(document.lineCount(), 1, 1);
    } else if (at.equals(new Place(1, 1, 1)) && e.getLocation() != null) {
      at = new Place(Math.max(1, e.getLocation().getLineNr()), e.getLocation().getColumnNr(), 1);
    }
    document.problem(
        at,
        "this is no YAML: " + String.join("; ", message),
        "Check indentation, brackets and quotes from here upwards.");
  }
}
