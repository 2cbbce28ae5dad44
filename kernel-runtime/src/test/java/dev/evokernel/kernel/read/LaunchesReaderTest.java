package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchesReaderTest {

  private static final String LAST = "arguments: [y, sum, n]}";

  @TempDir Path folder;

  @Test
  void read_ofSeveralLaunches_hasEntriesGeometriesAndArgumentsInOrder() throws IOException {
    Kernel kernel = read("cuda", LAST, LAST);

    assertThat(kernel.source().entries()).containsExactly("doubled", "doubled", "total");
    assertThat(kernel.launches()).hasSize(3);
    assertThat(kernel.entryPoint().launches())
        .extracting(
            launch -> kernel.entryPoint().taken(launch).stream().map(Argument::name).toList())
        .containsExactly(
            List.of("x", "half", "n"), List.of("half", "y", "n"), List.of("y", "sum", "n"));
  }

  @Test
  void read_onCpu_ignoresGeometriesAtTheTop() throws IOException {
    assertThat(read("cpu", LAST, LAST).launches()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "entry: total|entry: totals|no source mentions 'totals'|Maybe 'total'?",
        "entry: total|entry: zzz|no source mentions 'zzz'|Name a function of [launches.cu].",
        "[y, sum, n]}|[y, sun, n]}|no argument 'sun' is declared|Maybe 'sum'?",
        "[y, sum, n]}|[y, n]}|'total' has 3 parameters in launches.cu and 2 arguments here|[y, sum, n]",
        "[y, sum, n]}|[sum, y, n]}|'y' is argument 2 here and parameter 1|in the order of the signature",
        "launches:|launch: {grid: [1], block: [1]}~launches:|both 'launches' and 'launch'|keep one of the two",
        "launches:|entry: total~launches:|both 'launches' and 'entry'|Move 'entry' (line 8)",
        "launch: {grid: [1], block: [1], shared: 64}, ||'total' has no 'launch'|For example: launch",
        "entry: total, ||the key 'entry' is missing|",
        "grid: [1]|grid: [N - 77]|'N - 77' must be > 0, was 0|Correct the expression",
        "shared: 64|shered: 64|unknown key 'shered'|shared",
      })
  void read_ofABadLaunch_saysWhereAndWhatToDo(
      String old, String replacement, String message, String advice) {
    assertThatThrownBy(() -> read("cuda", old, Objects.requireNonNullElse(replacement, "")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:")
        .hasMessageContaining(message)
        .hasMessageContaining(Objects.requireNonNullElse(advice, ""))
        .hasMessageContaining("^");
  }

  @Test
  void read_ofNoLaunches_isRefused() {
    assertThatThrownBy(() -> readText("cuda", text().replaceAll("  - \\{entry: .*\n", "  []\n")))
        .isInstanceOf(InvalidFileException.class);
    assertThatThrownBy(() -> readText("cuda", text().replaceAll("(  - \\{entry: .*\n)+", "  []\n")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("'launches' is empty");
  }

  @Test
  void read_onAnotherBackend_isThatOfGrids() throws IOException {
    assertThat(readText("vulkan", text().replace("  cuda:", "  vulkan:")).launches()).hasSize(3);
  }

  private Kernel read(String backend, String old, String replacement) throws IOException {
    assertThat(text()).contains(old);
    return readText(backend, text().replace(old, replacement.replace("~", "\n")));
  }

  private Kernel readText(String backend, String text) throws IOException {
    for (String file : List.of("launches.c", "launches.cu", "reference.c", "reference.cu")) {
      Files.writeString(folder.resolve(file), resource(file));
    }
    Path file = Files.writeString(folder.resolve("kernel.yaml"), text);
    return KernelReader.read(file, backend);
  }

  private static String text() {
    return resource("kernel.yaml");
  }

  private static String resource(String name) {
    try (InputStream stream =
        LaunchesReaderTest.class.getResourceAsStream("/kernels/launches/" + name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
