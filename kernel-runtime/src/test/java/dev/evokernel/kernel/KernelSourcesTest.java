package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSourcesTest {

  @TempDir Path temporary;

  private Path folder(String name) throws IOException {
    Path folder = new GemmFile(temporary.resolve(name)).write().getParent();
    return java.util.Objects.requireNonNull(folder);
  }

  @Test
  void hash_ofTheSameFilesElsewhere_isTheSame() throws IOException {
    assertThat(KernelSources.of(folder("a")).hash())
        .hasSize(64)
        .isEqualTo(KernelSources.of(folder("b")).hash());
  }

  @Test
  void hash_ofReadmeAndHiddenFiles_isUntouched() throws IOException {
    Path folder = folder("a");
    String before = KernelSources.of(folder).hash();
    Files.writeString(folder.resolve("README.md"), "words");
    Files.writeString(folder.resolve(".gemm.c.swp"), "editor");
    assertThat(KernelSources.of(folder).hash()).isEqualTo(before);
  }

  @Test
  void hash_ofChangedMovedOrAddedFile_differs() throws IOException {
    Path folder = folder("a");
    String before = KernelSources.of(folder).hash();
    Files.move(folder.resolve("gemm.c"), folder.resolve("product.c"));
    String moved = KernelSources.of(folder).hash();
    Files.createDirectory(folder.resolve("include"));
    Files.writeString(folder.resolve("include/tile.h"), "#pragma once");
    String added = KernelSources.of(folder).hash();
    Files.writeString(folder.resolve("product.c"), "other");
    String changed = KernelSources.of(folder).hash();
    assertThat(java.util.Set.of(before, moved, added, changed)).hasSize(4);
  }

  @Test
  void of_kernelThatBorrowsASource_hasItToo() throws IOException {
    Path folder = folder("a");
    Path lent = Files.createDirectory(folder.resolveSibling("lender")).resolve("gemm.c");
    Files.move(folder.resolve("gemm.c"), lent);
    Path yaml = folder.resolve("kernel.yaml");
    Files.writeString(yaml, Files.readString(yaml).replace("[gemm.c]", "[../lender/gemm.c]"));
    KernelSources sources = KernelSources.of(KernelReader.read(yaml, "cpu"));
    assertThat(sources.files()).contains(lent, yaml, folder.resolve("reference.c"));
  }

  @Test
  void of_kernelWithSourcesFarAway_hasThemAndWhatTheyInclude() throws IOException {
    Path yaml = new GemmFile(temporary.resolve("deep/a")).write();
    Path far = Files.createDirectories(temporary.resolve("src")).resolve("far.c");
    Files.createDirectories(temporary.resolve("inc/sub"));
    Files.writeString(far, "#include \"../inc/near.h\"\n#include \"absent.h\"\n");
    Path near =
        Files.writeString(
            temporary.resolve("inc/near.h"), "#  include \"sub/last.h\"\n#include <x.h>\n");
    Path last = Files.writeString(temporary.resolve("inc/sub/last.h"), "#include \"../near.h\"\n");
    Files.writeString(yaml, Files.readString(yaml).replace("[gemm.c]", "[../../../src/far.c]"));

    assertThat(KernelSources.of(KernelReader.read(yaml, "cpu")).files())
        .contains(far, near, last, yaml);
  }

  @Test
  void of_kernelWithAFolderOfHeaders_hasWhatItsSourcesIncludeFromThere() throws IOException {
    Path yaml = new GemmFile(temporary.resolve("deep/a")).write();
    Path header = Files.createDirectories(temporary.resolve("deep/inc/sub")).resolve("tile.h");
    Files.writeString(header, "#define T 1\n");
    Files.writeString(header.resolveSibling("unused.h"), "");
    Files.writeString(
        yaml.resolveSibling("gemm.c"),
        "#include <sub/tile.h>\nint TILE_M, ROWS, ALPHA, PACK, LAYOUT;\n");
    String text = Files.readString(yaml);
    Files.writeString(yaml, text.replace("[-O3, -fopenmp]", "[-O3, -I../../inc]"));

    Kernel kernel = KernelReader.read(yaml, "cpu");
    assertThat(kernel.source().flags()).containsExactly("-O3");
    assertThat(kernel.source().folders()).containsExactly(temporary.resolve("deep/inc"));
    assertThat(KernelSources.of(kernel).files())
        .contains(header)
        .doesNotContain(header.resolveSibling("unused.h"));

    Files.writeString(yaml, text.replace("[-O3, -fopenmp]", "[-O3, -Iabsent]"));
    assertThatThrownBy(() -> KernelReader.read(yaml, "cpu"))
        .hasMessageContaining("there is no folder 'absent'")
        .hasMessageContaining("Folders of headers are relative to " + yaml.getParent());
  }

  @Test
  void read_sourceThatIsNowhere_isMissing() throws IOException {
    Path yaml = new GemmFile(temporary).write();
    Files.writeString(yaml, Files.readString(yaml).replace("[gemm.c]", "[../../far.c]"));
    assertThatThrownBy(() -> KernelReader.read(yaml, "cpu"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("there is no file '../../far.c'");
  }
}
