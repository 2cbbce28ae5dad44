package dev.evokernel.backend.binary;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IncludesTest {

  @TempDir Path folder;

  private Includes includes;

  @BeforeEach
  void write() throws IOException {
    write("kernel/a.c", "#include \"../common/b.h\"\n# include <c.h>\n");
    write("common/b.h", "#if 0\n#\tinclude \"deep/d.h\"\n#endif\n");
    write("common/deep/d.h", "");
    write("search/c.h", "#include \\\n  \"e.h\"\n#include MACRO\n#include <nowhere.h>\n");
    write("search/e.h", "");
    write("kernel/beside.h", "");
    write("kernel/README.md", "");
    write("other/f.h", "");
    includes =
        new Includes(List.of(folder.resolve("search")), ".*\\.(c|h)", InstantSource.system());
  }

  @Test
  void of_aSource_isEverythingItMayReadAndNothingElse() throws IOException {
    assertThat(found().keySet().stream().map(file -> folder.relativize(file).toString()))
        .containsExactly(
            "common/b.h",
            "common/deep/d.h",
            "kernel/a.c",
            "kernel/beside.h",
            "search/c.h",
            "search/e.h");
  }

  @Test
  void of_aFileChangedTwiceInOneInstant_isNoticed() throws IOException {
    String before = found().get(folder.resolve("common/deep/d.h"));
    for (String content : List.of("1", "2", "3")) {
      write("common/deep/d.h", content);

      String after = found().get(folder.resolve("common/deep/d.h"));

      assertThat(after).isNotEqualTo(before);
      before = after;
    }
  }

  @Test
  void of_aHeaderThatAppearsEarlierOnThePath_takesItsPlace() throws IOException {
    write("kernel/e.h", "");
    write("first/c.h", "");

    assertThat(
            includes
                .of("", List.of(folder.resolve("kernel/a.c")), List.of(folder.resolve("first")))
                .keySet())
        .contains(folder.resolve("first/c.h"))
        .doesNotContain(folder.resolve("search/c.h"));
  }

  private Map<Path, String> found() throws IOException {
    return includes.of("", List.of(folder.resolve("kernel/a.c")), List.of());
  }

  private void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
