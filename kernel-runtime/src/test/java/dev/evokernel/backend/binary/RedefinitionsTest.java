package dev.evokernel.backend.binary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedefinitionsTest {

  @TempDir Path folder;

  @Test
  void of_sourceThatDefinesAMacroOfTheCommandLine_guardsItInACopy() throws IOException {
    Path header = Files.writeString(folder.resolve("sizes.h"), "#  define KC 500 // panel\nint a;");
    Path source =
        Files.writeString(
            folder.resolve("k.c"), "#include \"sizes.h\"\n#define KCX 1\n#define KC(x) x\n");
    Path copy;
    try (Redefinitions redefined =
        Redefinitions.of(List.of(source), List.of(), List.of("-O2", "-DKC=4", "-DOTHER"))) {
      copy = redefined.file(source);
      assertThat(copy).isNotEqualTo(source);
      assertThat(copy).content().contains("#define KCX 1\n#define KC(x) x\n");
      assertThat(redefined.file(header))
          .content()
          .isEqualTo(
              "#line 1 \"%s\"\n#ifndef KC\n#  define KC 500 // panel\n#endif\n#line 2\nint a;"
                  .formatted(header));
      assertThat(redefined.unit("#include \"" + source + "\"\n"))
          .isEqualTo("#include \"" + copy + "\"\n");
      assertThat(redefined.searching(List.of(folder))).hasSize(2).contains("-I" + folder);
    }
    assertThat(copy).doesNotExist();
    assertThat(header).hasContent("#  define KC 500 // panel\nint a;");
  }

  @Test
  void of_guardedMacrosOrNone_usesTheSourcesThemselves() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("k.c"), "#ifndef KC\n#define KC 500\n#endif\n#define MC 2\n");
    for (List<String> options : List.of(List.of("-DKC=4"), List.<String>of())) {
      try (Redefinitions redefined = Redefinitions.of(List.of(source), List.of(), options)) {
        assertThat(redefined.file(source)).isEqualTo(source);
        assertThat(redefined.searching(List.of(folder))).containsExactly("-I" + folder);
      }
    }
  }
}
