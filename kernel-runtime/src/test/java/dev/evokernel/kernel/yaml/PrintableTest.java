package dev.evokernel.kernel.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrintableTest {

  @Test
  void text_ofTerminalCommands_isTheRest() {
    assertThat(Printable.text("a\u001b[31mb\u001b]0;title\u0007c\u0000\td\r\n"))
        .isEqualTo("abc\td\n");
    assertThat(Printable.line(" a\u001b[2J\n b ")).isEqualTo("a b");
    assertThat(Printable.text("a\u009b2Jb\u202ec\u2028d\u0085\u001b]0;never ended\ne"))
        .isEqualTo("abcd\ne");
    assertThat(Printable.inline("  a  b\r\n\n\tc\td")).isEqualTo("  a  b c d");
  }

  @ParameterizedTest
  @CsvSource({
    "5.848397267982364E-4, 1.0, 0.0005848397",
    "1.0E-5, NaN, 1e-5",
    "0.0, NaN, 0",
    "-2.5, 3, -2.5",
    "1.0E12, NaN, 1e12",
    "1.00000000001, 1, 1.00000000001",
    "123456.789, 123456.8, 123456.789",
    "NaN, 1, NaN",
  })
  void number_isRoundedAndApartFromTheOther(double value, double other, String text) {
    assertThat(Printable.number(value, other)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "kernels/gemm,kernels/gemm",
        "größe,größe",
        "cuda:0,cuda:0",
        "soft max,'soft max'",
        "\"\",''",
        "a;b,'a;b'",
        "$(rm),'$(rm)'",
        "it's,'it'\\''s'",
      })
  void word_ofAnyText_isOneWordToAShell(String raw, String word) {
    assertThat(Printable.word(raw)).isEqualTo(word);
  }
}
