package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands that README.md shows find what they name. */
final class ReadmeTest {

  private static final Page README = Page.of("README.md");
  private static final Set<String> READING = Set.of("leaderboard", "show", "export");
  private static final Set<String> GOALS =
      Set.of("clean", "compile", "test", "package", "verify", "spotless:apply");

  @TempDir Path folder;

  static Stream<String> evoLines() {
    return README.evoLines();
  }

  static Stream<String> testLines() {
    return README.shellLines(".ci/test");
  }

  @Test
  void readme_showsHowToBegin() {
    assertThat(evoLines()).contains("./evo run", "./evo leaderboard");
    assertThat(testLines()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("evoLines")
  void evo_asTheReadmeWritesIt_reads(String line) {
    List<String> words = new ArrayList<>(Page.words(line));
    if (words.isEmpty() || !READING.contains(words.getFirst())) {
      return;
    }
    try (var store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME))) {
      ExampleRun.writeTo(store);
    }
    words.replaceAll(
        word ->
            word.replaceFirst("^RUN\\b", "latest")
                .replaceFirst("/NUMBER$", "/1")
                .replaceFirst("^conv1d$", "gemm"));
    words.addAll(List.of("--results", folder.toString()));
    Execution execution = Execution.of(words.toArray(String[]::new));
    assertThat(execution.err()).isEmpty();
    assertThat(execution.code()).isZero();
  }

  @ParameterizedTest
  @MethodSource("testLines")
  void tests_asTheReadmeRunsThem_nameGoalsAndModulesThatExist(String line) {
    List<String> words = Page.words(line);
    assertThat(Page.ROOT.resolve(".ci/test")).isExecutable();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-pl")) {
        assertThat(Page.ROOT.resolve(words.get(++i)).resolve("pom.xml")).exists();
      } else if (!word.startsWith("-")) {
        assertThat(GOALS).contains(word);
      }
    }
  }
}
