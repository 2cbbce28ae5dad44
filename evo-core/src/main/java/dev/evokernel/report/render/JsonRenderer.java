package dev.evokernel.report.render;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.MappedList;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Renderer of JSON, a line for each key, in the order of the keys. */
public final class JsonRenderer {

  private static final JsonMapper COMPACT =
      JsonMapper.builder(JsonFactory.builder().characterEscapes(new TerminalEscapes()).build())
          .build();
  private static final JsonMapper INDENTED =
      COMPACT.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Escapes of characters that are valid in JSON and that a terminal would obey. */
  private static final class TerminalEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[0x7f] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int letter) {
      return Printable.text(Character.toString(letter)).isEmpty()
          ? new SerializedString("\\u%04x".formatted(letter))
          : null;
    }
  }

  public String render(Document document) {
    return INDENTED.writeValueAsString(plain(document)) + "\n";
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
          new MappedList<>(rows, row -> object(columns, row));
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
