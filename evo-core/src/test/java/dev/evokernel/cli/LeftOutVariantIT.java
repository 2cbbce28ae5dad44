package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel with a variant that this machine cannot run. */
@Tag("full")
final class LeftOutVariantIT {

  @TempDir private Path folder;

  @Test
  void run_begunAndResumed_saysEachTimeWhatIsLeftOut() throws IOException {
    Saxpy.assumeCompiler();
    Workspace workspace = Workspace.in(folder);
    workspace.edit(
        workspace.kernel(),
        "    sources: [saxpy.c]\n    entry: saxpy\n    flags: [-O1]\n",
        "    sources: [saxpy.c]\n    entry: saxpy\n");
    workspace.edit(
        workspace.kernel(),
        "    parameters:\n",
        """
            variants:
              wide:
                requires:
                  - {require: device.vector_bytes >= 65536, because: its vectors are that long}
                parameters: {WIDTH: [16384]}
                default: {WIDTH: 16384}
              usual:
                default: {BLOCK: 64, UNROLL: 1, PASSES: 4, WAY: plain}
                parameters: {BLOCK: [16, 32, 64], UNROLL: [1, 2], PASSES: [1, 4], WAY: [plain]}
        """);
    String text = Files.readString(workspace.kernel());
    int from = text.indexOf("      BLOCK: [16, 32, 64, 128, 256]");
    int to = text.indexOf("    shapes:");
    Files.writeString(workspace.kernel(), text.substring(0, from) + text.substring(to));
    String leftOut = "left out: the variant 'wide' requires 'device.vector_bytes >= 65536'";
    Execution begun = workspace.run("--evaluations", "2");
    assertThat(begun.out()).as(begun.err()).contains(leftOut);
    Execution resumed = workspace.resume("--evaluations", "3");
    assertThat(resumed.out()).as(resumed.err()).contains(leftOut);
  }
}
