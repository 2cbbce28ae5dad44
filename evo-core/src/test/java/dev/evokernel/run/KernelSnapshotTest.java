package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelSnapshotTest {

  @TempDir Path folder;

  private Kernel original() throws IOException {
    Path kernel = Saxpy.copyTo(folder.resolve("saxpy"));
    Files.writeString(kernel.resolve("README.md"), "not compiled");
    return KernelReader.read(kernel, "cpu");
  }

  @Test
  void take_copiesWhatTheKernelIsMadeOf() throws IOException {
    Kernel original = original();
    Path copy = KernelSnapshot.take(original, folder.resolve("run"));
    assertThat(copy).isEqualTo(folder.resolve("run/kernel/saxpy"));
    assertThat(copy).isDirectoryNotContaining("glob:**README.md");
    Kernel copied = KernelReader.read(copy, "cpu");
    assertThat(copied.name()).isEqualTo("saxpy");
    assertThat(copied.parameters()).isEqualTo(original.parameters());
    assertThat(KernelSources.of(copied).hash()).isEqualTo(KernelSources.of(original).hash());
  }

  @Test
  void take_thenEditingTheOriginal_leavesTheCopyAlone() throws IOException {
    Kernel original = original();
    Path copy = KernelSnapshot.take(original, folder.resolve("run"));
    Files.writeString(original.folder().resolve("saxpy.c"), "changed");
    assertThat(copy.resolve("saxpy.c")).content().isNotEqualTo("changed");
  }

  @Test
  void take_ofKernelWithSourcesFarAway_keepsThemAndWhatTheyInclude() throws IOException {
    Path kernel = Saxpy.copyTo(folder.resolve("deep/er/saxpy"));
    Path far = Files.createDirectories(folder.resolve("src")).resolve("far.c");
    Files.createDirectories(folder.resolve("inc"));
    Files.writeString(folder.resolve("inc/near.h"), Files.readString(kernel.resolve("saxpy.c")));
    Files.writeString(far, "#include \"../inc/near.h\"\n");
    Files.delete(kernel.resolve("saxpy.c"));
    Files.writeString(
        kernel.resolve("kernel.yaml"),
        Files.readString(kernel.resolve("kernel.yaml"))
            .replace("[saxpy.c]", "[../../../src/far.c]")
            .replace("[reference.c]", "[" + kernel.resolve("reference.c") + "]"));
    Kernel original = KernelReader.read(kernel, "cpu");

    Path copy = KernelSnapshot.take(original, folder.resolve("run"));
    Path again = KernelSnapshot.take(KernelReader.read(copy, "cpu"), folder.resolve("another/run"));
    Files.delete(far);
    Files.delete(folder.resolve("inc/near.h"));

    for (Path one : List.of(copy, again)) {
      Kernel copied = KernelReader.read(one, "cpu");
      Path kept = copied.source().files().getFirst();
      assertThat(kept).isRegularFile().startsWith(one);
      assertThat(copied.reference().files()).containsExactly(one.resolve("reference.c"));
      assertThat(kept.resolveSibling("../inc/near.h")).isRegularFile();
    }
    assertThat(KernelSources.of(KernelReader.read(again, "cpu")).hash())
        .isEqualTo(KernelSources.of(KernelReader.read(copy, "cpu")).hash());
  }

  @Test
  void take_ofKernelThatBorrows_takesTheNeighboursFileAlong() throws IOException {
    original();
    Path borrower = Files.createDirectories(folder.resolve("borrower"));
    Files.writeString(
        borrower.resolve("kernel.yaml"),
        Files.readString(folder.resolve("saxpy/kernel.yaml"))
            .replace("[saxpy.c]", "[../saxpy/saxpy.c]")
            .replace("[reference.c]", "[../saxpy/reference.c]"));
    Path copy = KernelSnapshot.take(KernelReader.read(borrower, "cpu"), folder.resolve("run"));
    assertThat(folder.resolve("run/kernel/saxpy/saxpy.c")).exists();
    assertThat(KernelReader.read(copy, "cpu").source().files())
        .containsExactly(folder.resolve("run/kernel/saxpy/saxpy.c"));
  }

  @Test
  void take_ofKernelWhoseFileHasAnotherName_isReadLikeAnyCopy() throws IOException {
    Path kernel = original().folder();
    Path other = Files.move(kernel.resolve("kernel.yaml"), kernel.resolve("wide.yml"));
    Path copy = KernelSnapshot.take(KernelReader.read(other, "cpu"), folder.resolve("run"));
    assertThat(KernelReader.read(copy, "cpu").parameters())
        .isEqualTo(KernelReader.read(other, "cpu").parameters());
  }

  @Test
  void take_intoAFile_saysWhereAndWhatToCheck() throws IOException {
    Path file = Files.createFile(folder.resolve("run"));
    Kernel original = original();
    assertThatThrownBy(() -> KernelSnapshot.take(original, file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("permissions");
  }
}
