package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    assertThat(KernelSources.hash(folder("a")))
        .hasSize(64)
        .isEqualTo(KernelSources.hash(folder("b")));
  }

  @Test
  void hash_ofReadmeAndHiddenFiles_isUntouched() throws IOException {
    Path folder = folder("a");
    String before = KernelSources.hash(folder);
    Files.writeString(folder.resolve("README.md"), "words");
    Files.writeString(folder.resolve(".gemm.c.swp"), "editor");
    assertThat(KernelSources.hash(folder)).isEqualTo(before);
  }

  @Test
  void hash_ofChangedMovedOrAddedFile_differs() throws IOException {
    Path folder = folder("a");
    String before = KernelSources.hash(folder);
    Files.move(folder.resolve("gemm.c"), folder.resolve("product.c"));
    String moved = KernelSources.hash(folder);
    Files.createDirectory(folder.resolve("include"));
    Files.writeString(folder.resolve("include/tile.h"), "#pragma once");
    String added = KernelSources.hash(folder);
    Files.writeString(folder.resolve("product.c"), "other");
    String changed = KernelSources.hash(folder);
    assertThat(java.util.Set.of(before, moved, added, changed)).hasSize(4);
  }
}
