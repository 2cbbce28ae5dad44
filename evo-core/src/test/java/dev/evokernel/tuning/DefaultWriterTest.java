package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.tuning.DefaultSearch.DefaultWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DefaultWriterTest {

  private static final String WITHOUT_DEFAULTS =
      """
      summary: Sums of rows
      backends:
        cpu:
          arguments:
            - {name: A, type: f32, dimensions: [M, N]}
            - {name: S, type: f32, dimensions: [M], output: true}
          tolerances: {f32: {absolute: 1e-3, relative: 1e-3}}
          work: {flops: M * N, bytes: 4 * M * N}
          reference: {sources: [reference.c], entry: reference}
          shapes: {small: {M: 64, N: 512}, ragged: {M: 33, N: 300}}
          variants:
            plain:
              sources: [plain.c]
              entry: rows
              parameters: {UNROLL: [4, 2, 1], THREADS: [1, 2]}
            vector:
              sources: [vector.c]
              entry: rows
              parameters: {UNROLL: [1, 2, 8], WIDTH: [4, 8]}
      """;

  @TempDir Path parent;

  private static Configuration of(String... namesAndNumbers) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (int i = 0; i < namesAndNumbers.length; i += 2) {
      values.put(namesAndNumbers[i], Value.of(Long.parseLong(namesAndNumbers[i + 1])));
    }
    return new Configuration(values);
  }

  private Path withoutDefaults() throws IOException {
    for (String source : List.of("plain.c", "vector.c", "reference.c")) {
      Files.writeString(parent.resolve(source), "");
    }
    return Files.writeString(parent.resolve("kernel.yaml"), WITHOUT_DEFAULTS);
  }

  @Test
  void write_defaultsOfTwoVariants_isReadWithEach() throws IOException {
    Path file = withoutDefaults();
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .hasMessageContaining("the variant 'plain' has no 'default'")
        .hasMessageContaining("Write one");
    Kernel unsettled = KernelFile.at(file).readUnsettled("cpu");
    assertThat(unsettled.namesDefault()).isFalse();
    var writer = new DefaultWriter(KernelFile.at(file), "cpu");
    List<Configuration> defaults =
        List.of(
            unsettled
                .variants()
                .find("plain")
                .orElseThrow()
                .configuration(of("UNROLL", "4", "THREADS", "2")),
            unsettled
                .variants()
                .find("vector")
                .orElseThrow()
                .configuration(of("UNROLL", "1", "WIDTH", "4")));
    writer.write(defaults, "a first one");
    writer.write(defaults, "found");
    Kernel settled = KernelReader.read(file, "cpu");
    assertThat(settled.namesDefault()).isTrue();
    assertThat(settled.variants().all().stream().map(one -> one.kernel().defaultConfiguration()))
        .isEqualTo(defaults);
    assertThat(Files.readString(file)).contains("# found").doesNotContain("# a first one");
  }

  @Test
  void write_aVariantWithoutADefaultInBraces_isRefusedWithTheLineToWrite() throws IOException {
    Path folder = Files.createDirectories(parent.resolve("k"));
    Path file = folder.resolve("kernel.yaml");
    Files.writeString(
        file,
        Files.readString(withoutDefaults())
            .replace("variants:", "variants: {a: {entry: f}}\n    x:")
            .replaceAll("(?s)\n    x:.*", "\n"));
    var writer = new DefaultWriter(KernelFile.at(file), "cpu");
    var chosen = new LinkedHashMap<String, Value>();
    chosen.put(Configuration.VARIANT, Value.of("a"));
    chosen.put("UNROLL", Value.of(4));
    assertThatThrownBy(() -> writer.write(List.of(new Configuration(chosen)), "found"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("default: {UNROLL: 4}");
  }

  @Test
  void text_words_areQuotedSoThatTheyStayWords() {
    var values = new LinkedHashMap<String, Value>();
    values.put("WAY", Value.of("true"));
    values.put("N", Value.of(3));
    assertThat(DefaultWriter.text(new Configuration(values))).isEqualTo("{WAY: \"true\", N: 3}");
  }
}
