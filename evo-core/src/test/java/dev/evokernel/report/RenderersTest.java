package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RenderersTest {

  private static final Table TABLE =
      Table.builder()
          .text("name", 6)
          .quantity("p50")
          .text("empty")
          .row("a|b", "12 µs", "")
          .row("long name", "3 µs", "")
          .build();

  private static Document of(Block... blocks) {
    return Document.of(List.of(blocks));
  }

  private static String text(Block... blocks) {
    return TextRenderer.PLAIN.render(of(blocks));
  }

  private static String markdown(Block... blocks) {
    return new MarkdownRenderer().render(of(blocks));
  }

  @Test
  void text_ofATable_isAlignedCutAndWithoutEmptyColumns() {
    assertThat(text(TABLE)).isEqualTo("  name      p50\n  a|b     12 µs\n  long …   3 µs\n");
    assertThat(text(TABLE.indented(0))).startsWith("name      p50\n");
  }

  @Test
  void markdown_ofATable_hasEveryColumnInFull() {
    assertThat(markdown(TABLE))
        .isEqualTo(
            """
            | name | p50 | empty |
            | --- | ---: | --- |
            | a\\|b | 12 µs |  |
            | long name | 3 µs |  |
            """);
  }

  @Test
  void blocks_areSeparated_butNotThoseTogetherInATerminal() {
    Block together =
        Block.Together.of(new Block.Heading(2, "Head"), Block.Paragraph.of("one", "two"));
    assertThat(text(Block.Paragraph.of("first"), together)).isEqualTo("first\n\nHead\none\ntwo\n");
    assertThat(markdown(Block.Paragraph.of("first"), together))
        .isEqualTo("first\n\n## Head\n\none  \ntwo\n");
  }

  @Test
  void emptyBlocks_leaveNoEmptyLines() {
    Block nothing = Block.Bullets.of(List.of());
    assertThat(text(Block.Paragraph.of("a"), nothing, Block.Paragraph.of("b")))
        .isEqualTo("a\n\nb\n");
    assertThat(markdown(Block.Paragraph.of("a"), nothing, Block.Paragraph.of("b")))
        .isEqualTo("a\n\nb\n");
  }

  @Test
  void summary_leadsInMarkdownAndKeepsItsPlaceInText() {
    assertThat(text(Block.Paragraph.of("a"), new Block.Summary("All is well.")))
        .isEqualTo("a\n\nAll is well.\n");
    assertThat(markdown(Block.Paragraph.of("a"), new Block.Summary("All is well.")))
        .isEqualTo("**All is well.**\n\na\n");
  }

  @Test
  void details_areForFilesAlone() {
    Block details = new Block.Details(List.of(Block.Paragraph.strong("more")));
    assertThat(text(Block.Paragraph.of("a"), details)).isEqualTo("a\n");
    assertThat(markdown(Block.Paragraph.of("a"), details)).isEqualTo("a\n\n**more**\n");
  }

  @Test
  void drawings_areTheTablesAndSentencesBehindThem() {
    Block chart = new Block.Chart("forest", "Speed-ups", "A chart.", List.of(), "Numbers", TABLE);
    Block bars = new Block.Bars("reason", "count", List.of(new Block.Bar("crash", "3", 1, "one")));
    Block heat =
        new Block.Heat(
            "WARPS",
            List.of("4", "8"),
            "TILE",
            List.of("16"),
            List.of(List.of(new Block.Cell("1.25", 1), new Block.Cell("", 0))));
    Block answers =
        new Block.Answers(List.of(new Block.Answer("Why?", "plain", "TILE", List.of("Faster."))));
    assertThat(text(chart)).isEqualTo(text(TABLE));
    assertThat(text(bars)).isEqualTo("  reason  count\n  crash       3  one\n");
    assertThat(markdown(heat)).contains("| TILE / WARPS | 4 | 8 |").contains("| 16 | 1.25 |  |");
    assertThat(markdown(answers)).isEqualTo("- Why? TILE. Faster.\n");
  }

  @Test
  void commands_areOneLineOrASection() {
    Block one = Block.Commands.again("./evo show x");
    Block two =
        new Block.Commands(
            List.of(new Block.Command("./evo a", ""), new Block.Command("./evo b", "anew")));
    assertThat(text(one)).isEqualTo("Again:  ./evo show x\n");
    assertThat(text(two)).isEqualTo("Reproduce\n  ./evo a\n  ./evo b    # anew\n");
    assertThat(markdown(two)).isEqualTo("```sh\n./evo a\n./evo b\n```\n");
  }

  @Test
  void facts_areAlignedLabelsOrATable() {
    var facts = new LinkedHashMap<String, String>();
    facts.put("device", "cpu");
    facts.put("of", "\u001b[31mred\u001b[0m\nand more");
    Block block = new Block.Facts("what", "value", facts);
    assertThat(text(block)).isEqualTo("  device  cpu\n  of      red and more\n");
    assertThat(markdown(block))
        .isEqualTo("| what | value |\n| --- | --- |\n| device | cpu |\n| of | red and more |\n");
  }

  @Test
  void csv_fieldsThatNeedQuotes_getThem() {
    var row = Arrays.<@Nullable Object>asList("a", "b,c", "d\"e", "f\ng", null, "", " h");
    var data = new Data.Records(List.of("1", "2", "3", "4", "5", "6", "7"), List.of(row));
    assertThat(new CsvRenderer().render(Document.of(data)))
        .isEqualTo("1,2,3,4,5,6,7\r\na,\"b,c\",\"d\"\"e\",f g,,, h\r\n");
  }

  @Test
  void csv_ofOptionalNumbers_hasNumbersOrEmptyCells() {
    var row =
        Arrays.<@Nullable Object>asList(
            OptionalLong.of(7), OptionalLong.empty(), OptionalInt.of(3), OptionalDouble.empty());
    var data = new Data.Records(List.of("a", "b", "c", "d"), List.of(row));
    assertThat(new CsvRenderer().render(Document.of(data))).isEqualTo("a,b,c,d\r\n7,,3,\r\n");
  }

  @Test
  void objects_ofColumns_lackAbsentParts() {
    var point =
        new Data.Columns<Integer>()
            .add("x", number -> number)
            .addIfPresent("even", number -> Optional.of(number).filter(n -> n % 2 == 0))
            .addAll(
                "next_",
                new Data.Columns<Integer>().add("x", number -> number).add("none", _ -> null),
                number -> Optional.of(number + 1).filter(next -> next < 3));
    assertThat(JsonRenderer.compact(point.objects(List.of(1, 2))))
        .isEqualTo("[{\"x\":1,\"next_x\":2,\"next_none\":null},{\"x\":2,\"even\":2}]");
    assertThat(new CsvRenderer().render(Document.of(point.rows(List.of(1, 2)))))
        .isEqualTo("x,even,next_x,next_none\r\n1,,2,\r\n2,2,,\r\n");
  }

  @Test
  void csv_ofWhatASpreadsheetWouldCompute_isText() {
    var row = Arrays.<@Nullable Object>asList("=1+1", "-DN=2", -1.5, "-1e-3", List.of(-1), "@x");
    var data = new Data.Records(List.of("+a", "b", "c", "d", "e", "f"), List.of(row));
    assertThat(new CsvRenderer().render(Document.of(data)))
        .isEqualTo("'+a,b,c,d,e,f\r\n'=1+1,'-DN=2,-1.5,-1e-3,-1,'@x\r\n");
  }

  /** A name from outside, with what terminals, Markdown and HTML would obey. */
  private static final String HOSTILE =
      "h\u001b]0;t\u0007\u001b[2J\u009b31m\u202e\r\n# o\u0085`<img src=x>`<b>[a](b)\\`|";

  @Test
  void text_ofHostileNames_isOneLineWithoutControlCharacters() {
    var facts = new LinkedHashMap<String, String>();
    facts.put("fact", HOSTILE);
    String all =
        text(
            new Block.Heading(1, HOSTILE),
            Block.Paragraph.of(HOSTILE),
            new Block.Summary(HOSTILE),
            Block.Bullets.of(List.of(HOSTILE)),
            Block.Facts.of(facts),
            Block.Commands.again(HOSTILE.replace("\r\n", "")),
            Table.builder().text(HOSTILE).row(HOSTILE).build());
    assertThat(all).doesNotContainPattern("[\\p{Cc}\\u202e&&[^\n]]").doesNotContain("\n#");
    assertThat(all.split("h # o", -1)).hasSize(8);
    assertThat(text(new Block.Code("", "a\u001b[1A\nb\r\n", 0))).isEqualTo("a\nb\n");
  }

  @Test
  void markdown_ofHostileNames_isTheirText() {
    String safe = "h # o`<img src=x>`\\<b>[a\\](b)\\\\\\`";
    assertThat(markdown(Block.Paragraph.of(HOSTILE))).isEqualTo(safe + "|\n");
    assertThat(markdown(Block.Bullets.of(List.of(HOSTILE)))).isEqualTo("- " + safe + "|\n");
    assertThat(markdown(Table.builder().text("a").row(HOSTILE).build()))
        .endsWith("| " + safe + "\\| |\n");
    assertThat(markdown(Block.Paragraph.of("Run `evo show`, ```x")))
        .contains("`evo show`, \\`\\`\\`x");
    assertThat(markdown(new Block.Code("", "a\n````\nb", 0)))
        .isEqualTo("`````\na\n````\nb\n`````\n");
  }

  @Test
  void json_ofHostileNames_escapesWhatATerminalObeys() {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("a\u009b", "é×\u007f\u202e\u001b");
    assertThat(new JsonRenderer().render(Document.of(Data.Fields.of(fields))))
        .isEqualToIgnoringCase("{\n  \"a\\u009b\" : \"é×\\u007f\\u202e\\u001b\"\n}\n");
  }

  @Test
  void csv_ofListsAndObjects_hasThemInOneCell() {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("list", List.of(1, 2.5, true));
    fields.put("object", Map.of("TILE", 64));
    assertThat(new CsvRenderer().render(Document.of(Data.Fields.of(fields))))
        .isEqualTo("list,object\r\n1 2.5 true,TILE=64\r\n");
  }

  @Test
  void json_ofRecords_isAnArrayOfObjectsWithEveryKey() {
    var data =
        new Data.Records(List.of("a", "b"), List.of(Arrays.<@Nullable Object>asList(1, null)));
    assertThat(new JsonRenderer().render(Document.of(data)))
        .isEqualTo("[ {\n  \"a\" : 1,\n  \"b\" : null\n} ]\n");
  }

  @Test
  void rows_thatDoNotFillTheColumns_areRefused() {
    Table.Builder table = Table.builder().text("a").text("b").row("1");
    assertThatThrownBy(table::build).hasMessageContaining("1 cells do not fill 2 columns");
    assertThatThrownBy(() -> new Data.Records(List.of("a"), List.of(List.of(1, 2))))
        .hasMessageContaining("A row has 2 values, the columns are 1");
  }

  private static Table wide() {
    return Table.builder()
        .quantity("p50")
        .text("as")
        .minor()
        .text("differs from the default in")
        .row("1.5 µs", "champion", "TILE_M=64 TILE_N=128 UNROLL=8 PACK=true")
        .build();
  }

  private static String fitted(int width) {
    return new TextRenderer(width, false, false).render(Document.of(List.of(wide())));
  }

  @Test
  void text_ofAColumnThatNoRowKnows_leavesItOut() {
    Table table =
        Table.builder().text("shape").quantity("% of limit").row("small", "-").row("b", "").build();
    assertThat(TextRenderer.PLAIN.render(Document.of(List.of(table))))
        .contains("small")
        .doesNotContain("limit");
  }

  @Test
  void text_ofANarrowTerminal_leavesMinorColumnsOutAndThenCutsWords() {
    assertThat(fitted(80)).contains("champion", "PACK=true");
    assertThat(fitted(50)).doesNotContain("champion").contains("PACK=true");
    assertThat(fitted(40)).contains("1.5 µs", "TILE_M=64", "…").doesNotContain("PACK");
    assertThat(fitted(40).lines()).allMatch(line -> line.length() <= 40);
  }

  @Test
  void text_ofVerdictsAndDetails_isAsTheStyleSays() {
    Document document =
        Document.of(
            List.of(
                Block.Paragraph.verdict("Won.", true),
                Block.Paragraph.verdict("Open.", false),
                new Block.Details(List.of(Block.Paragraph.of("Why.")))));
    assertThat(TextRenderer.PLAIN.render(document)).isEqualTo("Won.\n\nOpen.\n");
    assertThat(new TextRenderer(80, true, true).render(document))
        .isEqualTo("\u001b[1;32mWon.\u001b[0m\n\n\u001b[1;33mOpen.\u001b[0m\n\nWhy.\n");
    assertThat(markdown(Block.Paragraph.verdict("Won.", true))).isEqualTo("Won.\n");
  }
}
