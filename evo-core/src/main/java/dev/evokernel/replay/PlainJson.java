package dev.evokernel.replay;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/**
 * JSON values as plain Java: maps, lists, numbers, booleans, texts and null. Control characters of
 * terminals are removed from texts.
 */
final class PlainJson {

  private PlainJson() {}

  /**
   * Reads the value at the parser's current token; afterwards its last token is current.
   *
   * @throws StreamReadException also if an object has a duplicate name
   */
  static @Nullable Object read(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING -> Printable.text(parser.getString());
      case VALUE_NULL -> null;
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("Unexpected token " + parser.currentToken() + ".");
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) {
    var object = new LinkedHashMap<String, @Nullable Object>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = Printable.text(parser.currentName());
      if (object.containsKey(name)) {
        throw new StreamReadException(parser, "duplicate name '" + name + "'");
      }
      parser.nextToken();
      object.put(name, read(parser));
    }
    return object;
  }

  private static List<@Nullable Object> array(JsonParser parser) {
    var array = new ArrayList<@Nullable Object>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(read(parser));
    }
    return array;
  }
}
