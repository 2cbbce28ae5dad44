package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

final class HtmlTest {

  private static final String HOSTILE = "<img src=x onerror=\"alert('&')\">";
  private static final String HARMLESS =
      "&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;";

  @Test
  void blocks_ofEveryKind_keepsTextText() {
    var facts = new LinkedHashMap<String, String>();
    facts.put(HOSTILE, HOSTILE);
    String html =
        Html.blocks(
            List.of(
                new Block.Heading(2, HOSTILE),
                Block.Paragraph.of(HOSTILE, "two"),
                Block.Paragraph.strong(HOSTILE),
                new Block.Summary(HOSTILE),
                Block.Bullets.of(List.of(HOSTILE)),
                Block.Facts.of(facts),
                new Block.Code("sh", HOSTILE, 0),
                Block.Commands.again(HOSTILE),
                new Block.Details(List.of(Block.Paragraph.of(HOSTILE))),
                Table.builder().text(HOSTILE).row(HOSTILE).build()));
    assertThat(html).doesNotContain("<img").contains("<p>" + HARMLESS + "<br>two</p>");
    assertThat(html.split(Pattern.quote(HARMLESS), -1)).hasSize(13);
  }

  @Test
  void blocks_ofATable_headsItsRowsAndAlignsQuantities() {
    String html =
        Html.blocks(List.of(Table.builder().text("shape").quantity("time").row("a", "1").build()));
    assertThat(html)
        .contains("<th scope=\"col\" class=\"quantity\">time</th>")
        .contains("<tr><th scope=\"row\">a</th><td class=\"quantity\">1</td></tr>");
  }

  @Test
  void escaped_controlCharacter_isReplaced() {
    assertThat(Html.escaped("a\u0000b\u001bc\n")).isEqualTo("a\uFFFDb\uFFFDc\n");
  }

  @Test
  void json_inAScript_cannotEndIt() {
    assertThat(Html.json(Map.of("a", "</script><!--\u2028")))
        .isEqualTo("{\"a\":\"\\u003c/script>\\u003c!--\\u2028\"}");
  }
}
