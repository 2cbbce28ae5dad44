package dev.evokernel.report;

import module java.base;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Renderer of JSON, a line for each key, in the order of the keys. */
public final class JsonRenderer {

  private static final JsonMapper INDENTED =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final JsonMapper COMPACT = JsonMapper.builder().build();

  /** Characters that are valid in a JSON string, and that a terminal would obey. */
  private static final Pattern OBEYED =
      Pattern.compile("[\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]");

  public String render(Document document) {
    return OBEYED
            .matcher(INDENTED.writeValueAsString(plain(document)))
            .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)))
        + "\n";
  }

  public void render(Document document, Writer out) throws IOException {
    INDENTED
        .writer()
        .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .writeValue(out, plain(document));
    out.write("\n");
  }

  private static Object plain(Document document) {
    return switch (document.data()) {
      case Data.Fields(var fields) -> fields;
      case Data.Records(var columns, var rows) ->
          new Data.MappedList<>(rows, row -> object(columns, row));
    };
  }

  /** Writes a value on one line, which is also YAML. */
  public static String compact(@Nullable Object plain) {
    return COMPACT.writeValueAsString(plain);
  }

  private static Map<String, @Nullable Object> object(
      List<String> columns, List<@Nullable Object> row) {
    var object = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < columns.size(); i++) {
      object.put(columns.get(i), row.get(i));
    }
    return object;
  }
}
