package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompilerFlagsTest {

  @TempDir Path folder;

  @Test
  void note_noFlagOptimises_saysWhichToAdd() throws IOException {
    Path kernel = Saxpy.copyTo(folder.resolve("saxpy"));
    Kernel before = KernelReader.read(kernel, "cpu");
    Path yaml = kernel.resolve("kernel.yaml");
    String text = Files.readString(yaml);
    assertThat(text).contains("flags: [-O");
    Files.writeString(yaml, text.replaceAll("flags: \\[-O\\d", "flags: [-g"));

    assertThat(new KernelNotes(before).compilerFlags()).isEmpty();
    assertThat(new KernelNotes(KernelReader.read(kernel, "cpu")).compilerFlags())
        .hasValueSatisfying(
            note ->
                assertThat(note)
                    .startsWith("warning: No flag of saxpy is -O")
                    .endsWith("Add flags: [-O3] to " + yaml + "."));
  }
}
