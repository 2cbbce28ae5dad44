package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import module java.base;

import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One case in {@code bad.txt} for every kind of mistake, each with its whole message. */
class BadKernelTest {

  @TempDir Path temporary;

  /** Lines of the good file after "- ", what stands there instead after "+ ", and the message. */
  record Case(String old, String replacement, String message) {
    static Case of(String block) {
      return new Case(
          marked(block, "- "),
          marked(block, "+ "),
          lines(block, line -> !line.startsWith("- ") && !line.startsWith("+ "), 0));
    }

    private static String marked(String block, String mark) {
      return lines(block, line -> line.startsWith(mark), mark.length());
    }

    private static String lines(String block, Predicate<String> wanted, int from) {
      return block
          .lines()
          .filter(wanted)
          .map(line -> line.substring(from))
          .collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
      return message.lines().findFirst().orElse("");
    }
  }

  static Stream<Case> cases() throws IOException {
    try (InputStream stream = BadKernelTest.class.getResourceAsStream("bad.txt")) {
      byte[] text = Objects.requireNonNull(stream).readAllBytes();
      return Arrays.stream(new String(text, StandardCharsets.UTF_8).split("====\n", -1))
          .map(Case::of);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void read_ofBadFile_saysWhatWhereAndHowToMendIt(Case bad) throws IOException {
    Path file = new GemmFile(temporary).with(bad.old(), bad.replacement()).write();
    String folder = Objects.requireNonNull(file.getParent()).toString();
    var e = catchThrowableOfType(InvalidFileException.class, () -> KernelReader.read(file, "cpu"));
    assertThat(e).as("no exception").isNotNull();
    assertThat(String.valueOf(e.getMessage()).replace(folder + "/", "").replace(folder, "FOLDER"))
        .isEqualTo(bad.message());
  }
}
