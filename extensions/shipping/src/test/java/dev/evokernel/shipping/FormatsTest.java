package dev.evokernel.shipping;

import static dev.evokernel.shipping.ExampleBuckets.bucket;
import static dev.evokernel.shipping.ExampleBuckets.configuration;
import static dev.evokernel.shipping.ExampleBuckets.moe;
import static dev.evokernel.shipping.ExampleBuckets.sizes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.shipping.ResultFile.Written;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each format against a file in the form of its program's public examples. */
final class FormatsTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final Configuration MM =
      configuration("BLOCK_M", 128, "BLOCK_N", 64, "BLOCK_K", 64, "num_warps", 8, "num_stages", 3);

  private static JsonNode example(String name) throws IOException {
    try (InputStream file = FormatsTest.class.getResourceAsStream(name)) {
      return JSON.readTree(Objects.requireNonNull(file, name));
    }
  }

  private static Written only(ResultFile format, Bucket... buckets) {
    List<Written> files = format.written(ExampleBuckets.of(buckets));
    assertThat(files).hasSize(1);
    return files.getFirst();
  }

  /** Compares keys and kinds of values, not the values. */
  private static void assertLike(JsonNode actual, JsonNode example) {
    assertThat(List.copyOf(actual.propertyNames())).isEqualTo(List.copyOf(example.propertyNames()));
    example.forEachEntry(
        (key, value) -> {
          JsonNode own = actual.get(key);
          assertThat(own.getNodeType()).as(key).isEqualTo(value.getNodeType());
          if (value.isObject()) {
            assertLike(own, value);
          }
        });
  }

  @Test
  void vllmMoe_ofSeveralM_isOneFileInTheOrderOfM() throws IOException {
    Written file =
        only(
            new ServingFile.VllmMoe(),
            bucket(sizes("M", 2048, "N", 768, "E", 128), moe(128, 16)),
            bucket(sizes("M", 1, "N", 768, "E", 128), moe(64, 1)));

    assertThat(file.name()).isEqualTo("E=128,N=768,device_name=NVIDIA_H200.json");
    assertLike(JSON.readTree(file.text()), example("vllm-moe.json"));
    assertThat(file.buckets())
        .extracting(bucket -> bucket.shape().name())
        .containsExactly("s1", "s2048");
  }

  @Test
  void sglangMoe_ofABlockShape_hasASpaceInItsName() {
    Map<String, Value> facts = Map.of("dtype", Value.of("fp8_w8a8"));
    var sizes = sizes("M", 16, "N", 768, "E", 128, "block_n", 128, "block_k", 64);

    assertThat(only(new ServingFile.SglangMoe(), bucket(sizes, facts, moe(64, 1))).name())
        .isEqualTo("E=128,N=768,device_name=NVIDIA_H200,dtype=fp8_w8a8,block_shape=[128, 64].json");
    assertThat(only(new ServingFile.VllmMoe(), bucket(sizes, facts, moe(64, 1))).name())
        .endsWith("block_shape=[128,64].json");
  }

  @Test
  void blockFp8_withoutFacts_hasItsUsualTypeAndBlock() {
    Bucket bucket = bucket(sizes("M", 16, "N", 1536, "K", 7168), moe(64, 1));

    assertThat(only(new ServingFile.VllmBlockFp8(), bucket).name())
        .isEqualTo(
            "N=1536,K=7168,device_name=NVIDIA_H200,dtype=fp8_w8a8,block_shape=[128,128].json");
    assertThat(only(new ServingFile.SglangBlockFp8(), bucket).name())
        .isEqualTo(
            "N=1536,K=7168,device_name=NVIDIA_H200,dtype=fp8_w8a8,block_shape=[128, 128].json");
  }

  @Test
  void moe_ofTwoShapesWithOneM_isRefused() {
    assertThatThrownBy(
            () ->
                only(
                    new ServingFile.VllmMoe(),
                    bucket(sizes("K", 1, "M", 8, "N", 768, "E", 128), moe(64, 1)),
                    bucket(sizes("K", 2, "M", 8, "N", 768, "E", 128), moe(64, 1))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll("'s1' and 's2' are both M=8", "E=128,N=768");
  }

  @Test
  void moe_ofOtherNames_saysWhichAreMissing() {
    assertThatThrownBy(() -> only(new ServingFile.VllmMoe(), bucket(sizes("M", 8), MM)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(
            "--as vllm-moe needs the parameters BLOCK_SIZE_M", "it has BLOCK_M");
    assertThatThrownBy(() -> only(new ServingFile.VllmMoe(), bucket(sizes("M", 8), moe(64, 1))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll("needs the dimension E", "shape 's8'", "it has M");
  }

  @Test
  void triton_ofTwoKeys_hasEachConfigurationOnce() {
    Written file =
        only(
            new TritonFile(),
            bucket(sizes("M", 512, "N", 256), Map.of("dtype", Value.of("f16")), MM),
            bucket(sizes("M", 1024, "N", 256), Map.of("CAUSAL", Value.of(true)), MM));

    assertThat(file.name()).isEqualTo("matmul_triton.py");
    assertThat(file.text())
        .containsOnlyOnce(
            "triton.Config({'BLOCK_M': 128, 'BLOCK_N': 64, 'BLOCK_K': 64}, num_warps=8")
        .contains("KEY = [\"M\", \"N\"]", "(512, 256,): 0,", "(1024, 256, True,): 0,")
        .contains("on NVIDIA H200, driver 570.1, with python 3.12, triton 3.4.0")
        .contains("matmul_triton.evidence.json");
  }

  @Test
  void triton_ofAKernelInC_isRefused() {
    assertThatThrownBy(
            () -> only(new TritonFile(), bucket(sizes("M", 8), configuration("TILE", 8))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("needs the parameter num_warps or num_stages");
  }

  @Test
  void fla_ofOneConfiguration_isADefaultConfig() throws IOException {
    Configuration scan = configuration("BLOCK", 32, "num_warps", 4, "num_stages", 2);
    Written file =
        only(new ResultFile.FlaFile(), bucket(sizes("T", 1), scan), bucket(sizes("T", 2), scan));

    assertThat(file.name()).isEqualTo("matmul.json");
    assertLike(JSON.readTree(file.text()), example("fla.json"));
    assertThatThrownBy(
            () ->
                only(
                    new ResultFile.FlaFile(),
                    bucket(sizes("T", 1), scan),
                    bucket(sizes("T", 2), scan.with("BLOCK", Value.of(64)))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("search: {for: champion}");
  }

  @Test
  void inductor_ofAMatrixProduct_hasTheKeyOfRowMajorInputs() throws IOException {
    Map<String, Value> bf16 = Map.of("dtype", Value.of("bfloat16"));
    Written file =
        only(new ResultFile.InductorFile(), bucket(sizes("M", 512, "N", 256, "K", 1024), bf16, MM));
    JsonNode table = JSON.readTree(file.text());
    JsonNode example = example("inductor.json");

    assertThat(table.propertyNames()).isEqualTo(example.propertyNames());
    assertLike(table.iterator().next().get(0), example.iterator().next().get(0));
    assertThatThrownBy(
            () ->
                only(
                    new ResultFile.InductorFile(),
                    bucket(sizes("M", 512, "N", 256, "K", 1024), MM)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("needs the fact dtype of shape 's512'");
  }

  @Test
  void helion_ofElements_makesLists() throws IOException {
    Configuration tiles =
        configuration(
            "block_sizes_0",
            32,
            "block_sizes_1",
            64,
            "indexing",
            "pointer",
            "num_warps",
            4,
            "num_stages",
            2);
    Written file = only(new ResultFile.HelionFile(), bucket(sizes("M", 512), tiles));
    JsonNode json = JSON.readTree(file.text());

    assertThat(file.name()).isEqualTo("matmul-s512.json");
    assertThat(new TreeSet<>(json.propertyNames()))
        .isEqualTo(new TreeSet<>(example("helion.json").propertyNames()));
    assertThat(json.get("block_sizes").toString()).isEqualTo("[32,64]");
    assertThatThrownBy(
            () ->
                only(new ResultFile.HelionFile(), bucket(sizes("M", 8), configuration("TILE", 8))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no key for the parameter TILE");
    assertThatThrownBy(
            () ->
                only(
                    new ResultFile.HelionFile(),
                    bucket(sizes("M", 8), configuration("block_sizes_1", 8))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("have the positions [1]");
  }

  @Test
  void cutlass_ofTiles_isALineForEachShape() {
    Configuration tiles = configuration("cta_m", 128, "cta_n", 256, "cta_k", 32, "stages", 3);
    Written file =
        only(
            new ResultFile.CutlassFile(),
            bucket(sizes("M", 512, "N", 256, "K", 1024), tiles),
            bucket(sizes("M", 64, "N", 256, "K", 1024), tiles));

    assertThat(file.text().lines().filter(line -> !line.startsWith("#")))
        .containsExactly(
            "cutlass_profiler --operation=Gemm --m=512 --n=256 --k=1024 --cta_m=128 --cta_n=256"
                + " --cta_k=32 --stages=3",
            "cutlass_profiler --operation=Gemm --m=64 --n=256 --k=1024 --cta_m=128 --cta_n=256"
                + " --cta_k=32 --stages=3");
    assertThatThrownBy(
            () ->
                only(
                    new ResultFile.CutlassFile(),
                    bucket(sizes("M", 8, "N", 8, "K", 8), configuration("T", 8))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no argument for the parameter T");
  }

  @Test
  void json_isWhatItsSchemaDescribes() throws IOException {
    Written file =
        only(
            new ResultFile.PlainFile(),
            bucket(sizes("M", 512), Map.of("CAUSAL", Value.of(true)), MM),
            bucket(sizes("M", 64), configuration("SCALE", 0.5, "LAYOUT", "row")));
    try (InputStream schema =
        ResultFile.PlainFile.class.getResourceAsStream("buckets.schema.json")) {
      assertThat(
              SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                  .getSchema(schema)
                  .validate(file.text(), InputFormat.JSON))
          .isEmpty();
    }
  }
}
