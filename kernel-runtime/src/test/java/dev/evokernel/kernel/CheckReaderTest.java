package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.CheckedKernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code check} in place of {@code reference}. */
class CheckReaderTest {

  @TempDir Path folder;

  private Reference read(String check) throws IOException {
    return KernelReader.read(CheckedKernel.in(folder, check), "cpu").reference();
  }

  @Test
  void read_aCheckFunction_isOneOfTheKernelsFiles() throws IOException {
    Path file = CheckedKernel.in(folder, "");
    Kernel kernel = KernelReader.read(file, "cpu");
    Path source = file.resolveSibling("check.c");
    assertThat(kernel.reference())
        .isEqualTo(
            new Reference.Judge(
                List.of(),
                java.util.Optional.of(new Source(List.of(source), "check_chunks", List.of())),
                List.of(source),
                Duration.ofSeconds(10)));
    assertThat(KernelSources.of(kernel).files()).contains(source);
    assertThat(kernel.outputs()).allMatch(Argument.Buffer::isReduced);
  }

  @Test
  void read_aCheckCommand_hasItsWordsAndFiles() throws IOException {
    Reference check = read("command: [python3, check.py]");
    assertThat(check.files()).containsExactly(folder.resolve("checked/check.py"));
    assertThat(check).hasToString("python3 check.py");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          timeout: 3s | a check has neither 'command' nor 'function'
          function: f | the key 'source' is missing
          function: f, source: nowhere.c | there is no file 'nowhere.c'
          'command: [sh], flags: [-O3]' | a check command has no 'flags'
          command: [./nowhere] | there is no file './nowhere'
          command: [sh], timeout: 0s | the timeout of a check must be > 0, was 0s
          'command: [sh]}\nreference: {command: [sh]' | the backend 'cpu' has both 'check' and 'reference'
          'command: [sh]}\ntolerances: {f32: {absolute: 0, relative: 0}' | the backend 'cpu' has both 'check' and 'tolerances'
          """)
  void read_aBadCheck_saysWhatIsWrong(String check, String message) {
    assertThatThrownBy(() -> read(check.replace("\\n", "\n")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:9:")
        .hasMessageContaining(message);
  }
}
