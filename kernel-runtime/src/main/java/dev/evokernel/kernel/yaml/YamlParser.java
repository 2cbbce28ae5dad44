package dev.evokernel.kernel.yaml;

import module java.base;

import dev.evokernel.expr.Value;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Parser from YAML text to nodes with places. Rejects duplicate keys, aliases and second documents.
 *
 * <p>The parser reads the library's events, since the library's nodes lose the places of aliases
 * and its recursion is unbounded.
 */
final class YamlParser {

  private static final LoadSettings SETTINGS = LoadSettings.builder().build();

  private static final Set<String> TYPES =
      Set.of(Tag.BOOL.getValue(), Tag.INT.getValue(), Tag.FLOAT.getValue());

  private static final int DEEPEST_NESTING = 500;

  /** Characters of a line that is searched for braces; the pattern takes quadratic time. */
  private static final int LONGEST_LINE = 1000;

  /** A plain text with braces in it, as in {@code [-O{LEVEL}]}. */
  private static final Pattern BRACED =
      Pattern.compile("[^\\s\\[\\],:{}\"']+(\\{[^{}\\[\\]]*\\}[^\\s\\[\\],:{}]*)+");

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cs}&&[^\n\r\t]]");

  private final YamlDocument document;
  private final String content;
  private final Iterator<Event> events;
  private int depth;

  YamlParser(YamlDocument document, String content) {
    this.document = document;
    this.content = content;
    // api.lowlevel.Parse would do, but the library's module does not export its package.
    this.events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, content));
  }

  YamlNode document() {
    YamlNode root = new YamlNode.Empty(new Place(1, 1, 1));
    try {
      events.next(); // The start of the stream.
      if (!(events.next() instanceof DocumentStartEvent)) {
        document.problem(Place.FILE, "the file is empty", "See the examples in the documentation.");
        return root;
      }
      root = node(events.next());
      if (!(root instanceof YamlNode.Mapping)) {
        document.problem(root, "the file must be a mapping, not " + root.label(), "");
      }
      events.next(); // The end of the document.
      if (events.next() instanceof DocumentStartEvent) {
        Place second = place(events.next().getStartMark(), 1);
        document.problem(second, "a second document in one file", "Remove the '---' before it.");
      }
    } catch (YamlEngineException e) {
      syntax(e);
    }
    return root;
  }

  private YamlNode node(Event event) {
    if (++depth > DEEPEST_NESTING) {
      throw new ParserException(
          "nested deeper than " + DEEPEST_NESTING + " levels", event.getStartMark());
    }
    Place place = place(event.getStartMark(), 1);
    YamlNode node =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar, place);
          case MappingStartEvent _ -> mapping(place);
          case SequenceStartEvent _ -> sequence(place);
          case AliasEvent alias -> {
            document.problem(
                place, "anchors and aliases are not supported", "Write the value out.");
            String name = alias.getAlias().getValue();
            yield new YamlNode.Scalar(place, name, Value.of(name), List.of());
          }
          default -> throw new IllegalStateException(event + " starts no node.");
        };
    depth--;
    return node;
  }

  /** Reports control characters and replaces them by question marks. */
  private String printable(String text, Place place) {
    Matcher found = CONTROL.matcher(text);
    if (found.find()) {
      document.problem(
          place,
          "the control character U+%04X in a text".formatted((int) found.group().charAt(0)),
          "Remove it; only line breaks and tabs are allowed.");
    }
    return found.replaceAll("?");
  }

  private YamlNode mapping(Place place) {
    var keys = new LinkedHashMap<String, Place>();
    var values = new LinkedHashMap<String, YamlNode>();
    for (Event event = events.next();
        !(event instanceof CollectionEndEvent);
        event = events.next()) {
      if (!(event instanceof ScalarEvent scalar)) {
        throw new ParserException("a key must be a text", event.getStartMark());
      }
      Place start = place(scalar.getStartMark(), 1);
      String key = printable(scalar.getValue(), start);
      Place at = new Place(start.line(), start.column(), key.length());
      if (key.equals("<<")) {
        document.problem(at, "aliases and merge keys are not supported", "Write the value out.");
      }
      Place earlier = keys.putIfAbsent(key, at);
      if (earlier != null) {
        String message = "duplicate key '%s' (first on line %d)".formatted(key, earlier.line());
        document.problem(at, message, "Remove one of the two.");
      }
      YamlNode value = node(events.next());
      values.putIfAbsent(key, value);
    }
    return new YamlNode.Mapping(place, keys, values);
  }

  private YamlNode sequence(Place place) {
    var elements = new ArrayList<YamlNode>();
    for (Event event = events.next();
        !(event instanceof CollectionEndEvent);
        event = events.next()) {
      elements.add(node(event));
    }
    return new YamlNode.Sequence(place, elements);
  }

  private YamlNode scalar(ScalarEvent scalar, Place start) {
    String text = printable(scalar.getValue(), start);
    Tag tag = tag(scalar);
    if (tag.equals(Tag.NULL)) {
      return new YamlNode.Empty(start);
    }
    List<Integer> columns = columns(document.line(start.line()), start.column(), text);
    Place place =
        columns.isEmpty()
            ? start
            : new Place(
                start.line(), columns.getFirst(), columns.getLast() + 1 - columns.getFirst());
    return new YamlNode.Scalar(place, text, value(tag, text, place), columns);
  }

  /** Resolves the type by YAML 1.2; quotes and most tags make a text. */
  private static Tag tag(ScalarEvent scalar) {
    boolean plain = scalar.getTag().map(TYPES::contains).orElse(scalar.isPlain());
    return SETTINGS.getSchema().getScalarResolver().resolve(scalar.getValue(), plain);
  }

  private Value value(Tag tag, String text, Place place) {
    try {
      if (tag.equals(Tag.BOOL)) {
        return Value.of(Boolean.parseBoolean(text));
      } else if (tag.equals(Tag.INT)) {
        return Value.of(Long.parseLong(text));
      } else if (tag.equals(Tag.FLOAT)) {
        return Value.of(Double.parseDouble(text));
      }
    } catch (IllegalArgumentException _) {
      document.problem(place, "the number '" + text + "' is too large", "Integers have 64 bits.");
    }
    return Value.of(text);
  }

  private static Place place(Optional<Mark> mark, int width) {
    Mark at = mark.orElseThrow();
    return new Place(at.getLine() + 1, at.getColumn() + 1, width);
  }

  /** Reports the library's message on one line, at the library's place. */
  private void syntax(YamlEngineException e) {
    String message = String.valueOf(e.getMessage());
    Place at = new Place(1, 1, 1);
    if (e instanceof MarkedYamlEngineException marked) {
      message =
          Stream.of(marked.getContext(), marked.getProblem())
              .filter(Objects::nonNull)
              .flatMap(String::lines)
              .map(part -> part.strip().replaceAll(", but got :?$", ""))
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining("; "));
      at = place(marked.getProblemMark(), 1);
    } else if (e instanceof ReaderException unreadable) {
      int offset = content.offsetByCodePoints(0, unreadable.getPosition());
      List<String> lines = content.substring(0, offset).concat("?").lines().toList();
      at = new Place(lines.size(), lines.getLast().length(), 1);
    }
    int column = at.column();
    String line = document.line(Math.min(at.line(), document.lineCount()));
    document.problem(
        at.line() > document.lineCount() ? new Place(document.lineCount(), 1, 1) : at,
        "invalid YAML: " + message,
        BRACED
            .matcher(line.length() <= LONGEST_LINE ? line : "")
            .results()
            .filter(found -> found.start() < column && column <= found.end())
            .map(found -> "Put a text with braces in quotes: \"%s\".".formatted(found.group()))
            .findFirst()
            .orElse("Check indentation, brackets and quotes from here upwards."));
  }

  /**
   * Returns the column of each character of a scalar. The library marks only the scalar's start and
   * end. Returns an empty list for a scalar on several lines or with escapes other than a doubled
   * single quote, {@code \"} and {@code \\}.
   */
  private static List<Integer> columns(String line, int column, String content) {
    char quote = column <= line.length() ? line.charAt(column - 1) : ' ';
    boolean quoted = quote == '"' || quote == '\'';
    int at = quoted ? column : column - 1;
    var columns = new ArrayList<Integer>();
    for (int i = 0; i < content.length(); i++, at++) {
      char wanted = content.charAt(i);
      boolean escaped =
          quoted
              && (wanted == quote || (quote == '"' && wanted == '\\'))
              && line.startsWith((quote == '"' ? "\\" : "'") + wanted, at);
      if (escaped) {
        at++;
      }
      if (at >= line.length() || line.charAt(at) != wanted) {
        return List.of();
      }
      columns.add(at + 1);
    }
    return columns;
  }
}
