package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Twenty sources in the manner of others, in {@code foreign.txt}, each with what is found. */
class ForeignSourcesTest {

  @TempDir Path folder;

  /**
   * Source and its expectations: a text of {@code kernel.yaml}, one of another file after {@code
   * file NAME:}, and after {@code not} a text that must be absent.
   */
  record Case(String name, Optional<String> entry, String text, List<String> expected) {
    static Case of(String block) {
      String[] parts = block.split("----\n", 2);
      String[] first = parts[0].split("\n", 2);
      String[] words = first[0].split(" --entry ", -1);
      return new Case(
          words[0],
          words.length > 1 ? Optional.of(words[1]) : Optional.empty(),
          first[1],
          parts[1].lines().filter(line -> !line.isBlank()).toList());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() throws IOException {
    try (InputStream stream = ForeignSourcesTest.class.getResourceAsStream("foreign.txt")) {
      String text =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split("====\n", -1)).map(Case::of);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void of_aSourceOfOthers_findsWhatItSays(Case source) throws IOException {
    Path file = Files.writeString(folder.resolve(source.name()), source.text());
    Path to = folder.resolve("made");
    NewKernel made = NewKernel.of(List.of(file), List.of(), to, source.entry(), "# modeline");
    String described = Files.readString(to.resolve("kernel.yaml"));

    assertThat(made.todos()).isPositive();
    for (String line : source.expected()) {
      if (line.startsWith("not ")) {
        assertThat(described.replaceAll("(?m)#.*", "")).doesNotContain(line.substring(4));
      } else if (line.startsWith("file ")) {
        String[] parts = line.substring(5).split(": ", 2);
        assertThat(to.resolve(parts[0])).content().contains(parts[1]);
      } else {
        assertThat(described).contains(line);
      }
    }
    KernelFile read = KernelFile.at(to);
    read.backends().forEach(read::readUnsettled);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void of_everyBeginningOfASource_isReadOrRefused(Case source) {
    Language language = Language.of(source.name(), source.text()).orElseThrow();
    try (var python = new PythonReader("python3")) {
      for (int end = 0; end < source.text().length(); end += 61) {
        String beginning = source.text().substring(0, end);
        try {
          assertThat(
                  language == Language.TRITON
                      ? python.outline(beginning)
                      : language.outline(beginning, true))
              .isNotNull();
        } catch (BadInputException e) {
          assertThat(e).hasMessageMatching("(?s)Python cannot parse the source: line \\d+: .*");
        }
      }
    }
  }
}
