package dev.evokernel.report;

import module java.base;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.evokernel.kernel.yaml.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Renderer of CSV by RFC 4180. A list is one cell with spaces between the values, an object one
 * cell of {@code key=value} pairs; null and an absent optional value are empty. A text is on one
 * line, and has an apostrophe in front if a spreadsheet would read it as a formula.
 */
public final class CsvRenderer {

  private static final Pattern FORMULA = Pattern.compile("[=+\\-@＝＋－＠].*");
  private static final Pattern NUMBERS = Pattern.compile("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");

  public String render(Document document) {
    var text = new StringWriter();
    try {
      render(document, text);
    } catch (IOException e) {
      throw new UncheckedIOException("A writer to memory failed.", e);
    }
    return text.toString();
  }

  public void render(Document document, Writer out) throws IOException {
    switch (document.data()) {
      case Data.Fields(var fields) ->
          csv(List.copyOf(fields.keySet()), List.of(new ArrayList<>(fields.values())), out);
      case Data.Records(var columns, var rows) -> csv(columns, rows, out);
    }
  }

  private static void csv(List<String> columns, List<List<@Nullable Object>> rows, Writer out)
      throws IOException {
    @SuppressWarnings("resource") // Closing it would close the writer.
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(out);
    csv.writeRecord(columns.stream().map(CsvRenderer::cell).toList());
    rows.forEach(row -> csv.writeRecord(row.stream().map(CsvRenderer::cell).toList()));
    csv.flush();
  }

  private static String cell(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Optional<?> optional -> cell(optional.orElse(null));
      case OptionalDouble number -> number.isPresent() ? cell(number.getAsDouble()) : "";
      case OptionalInt number -> number.isPresent() ? cell(number.getAsInt()) : "";
      case OptionalLong number -> number.isPresent() ? cell(number.getAsLong()) : "";
      case Map<?, ?> map ->
          text(
              map.entrySet().stream()
                  .map(entry -> entry.getKey() + "=" + entry.getValue())
                  .collect(Collectors.joining(" ")));
      case Collection<?> many ->
          text(many.stream().map(String::valueOf).collect(Collectors.joining(" ")));
      default -> text(value.toString());
    };
  }

  private static String text(String raw) {
    String text = Printable.inline(raw);
    boolean isFormula = FORMULA.matcher(text).matches() && !NUMBERS.matcher(text).matches();
    return isFormula ? "'" + text : text;
  }
}
