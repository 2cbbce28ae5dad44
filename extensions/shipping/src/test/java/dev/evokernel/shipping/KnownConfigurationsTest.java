package dev.evokernel.shipping;

import static dev.evokernel.shipping.ExampleBuckets.bucket;
import static dev.evokernel.shipping.ExampleBuckets.configuration;
import static dev.evokernel.shipping.ExampleBuckets.moe;
import static dev.evokernel.shipping.ExampleBuckets.sizes;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.report.RunFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in the form of other programs' public examples, and evo's own. */
final class KnownConfigurationsTest {

  @TempDir private Path folder;

  private List<Map<String, Value>> read(String example) throws IOException {
    Path file = folder.resolve(example);
    try (InputStream content = KnownConfigurationsTest.class.getResourceAsStream(example)) {
      Files.copy(Objects.requireNonNull(content, example), file);
    }
    return new KnownConfigurations().configurations(file).orElseThrow();
  }

  @Test
  void of_vllmsFile_isAConfigurationForEachM() throws IOException {
    List<Map<String, Value>> read = read("vllm-moe.json");

    assertThat(read).hasSize(2);
    assertThat(read.getFirst())
        .containsEntry("BLOCK_SIZE_M", Value.of(16))
        .containsEntry("num_stages", Value.of(4))
        .hasSize(6);
  }

  @Test
  void of_flasFile_joinsItsArgumentsAndOptions() throws IOException {
    assertThat(read("fla.json"))
        .containsExactly(
            configuration("BLOCK", 64, "num_warps", 2, "num_stages", 3, "num_ctas", 1).values());
  }

  @Test
  void of_inductorsTable_leavesOutWhatIsNotTuned() throws IOException {
    assertThat(read("inductor.json").getFirst())
        .containsOnlyKeys("GROUP_M", "BLOCK_M", "BLOCK_N", "BLOCK_K", "num_warps", "num_stages");
  }

  @Test
  void of_helionsFile_namesTheElementsOfLists() throws IOException {
    assertThat(read("helion.json").getFirst())
        .containsEntry("block_sizes_0", Value.of(64))
        .containsEntry("block_sizes_1", Value.of(128))
        .containsEntry("indexing", Value.of("pointer"));
  }

  @Test
  void of_evosOwnFile_isReadFromItsEvidence() {
    AcceptedBuckets accepted =
        ExampleBuckets.of(
            bucket(sizes("M", 1, "N", 768, "E", 128), moe(64, 1)),
            bucket(sizes("M", 2, "N", 768, "E", 128), moe(64, 1)));
    RunFiles.write(new TritonFile().files(accepted), folder);

    assertThat(
            new KnownConfigurations()
                .configurations(folder.resolve("matmul_triton.py"))
                .orElseThrow())
        .containsExactly(moe(64, 1).values());
  }

  @Test
  void configurations_ofAnythingElse_areLeftToOtherReaders() throws IOException {
    for (String text : List.of("{}", "[1, 2]", "{\"a\": {\"b\": 1}}", "7", "{")) {
      Path file = Files.writeString(folder.resolve("other.json"), text);
      assertThat(new KnownConfigurations().configurations(file)).as(text).isEmpty();
    }
  }
}
