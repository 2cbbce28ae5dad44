package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command that README.md shows is one that evo understands. */
final class ReadmeTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern FENCE =
      Pattern.compile("^```(?:sh|bash|console)\\R(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern INLINE = Pattern.compile("`(\\./evo[^`]*)`");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final Set<String> READING = Set.of("leaderboard", "show", "export");
  private static final Set<String> GOALS =
      Set.of("clean", "compile", "test", "package", "verify", "spotless:apply");

  @TempDir Path folder;

  /** The lines of the fenced blocks that begin like this, without comments and prompts. */
  private static Stream<String> lines(String beginning) throws IOException {
    return FENCE
        .matcher(Files.readString(ROOT.resolve("README.md")))
        .results()
        .flatMap(block -> block.group(1).lines())
        .map(line -> line.replaceFirst("^\\$ ", "").replaceFirst("\\s+#.*", "").strip())
        .filter(line -> line.startsWith(beginning));
  }

  static Stream<String> evoLines() throws IOException {
    Stream<String> inline =
        INLINE
            .matcher(Files.readString(ROOT.resolve("README.md")))
            .results()
            .map(match -> match.group(1).replaceFirst("\\).*", ""));
    return Stream.concat(lines("./evo"), inline).distinct();
  }

  static Stream<String> mavenLines() throws IOException {
    return lines("mvn");
  }

  /** As a shell would split it, up to a pipe or a redirection, without the program. */
  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find() && !Set.of("|", ">", "&&", ";").contains(matcher.group())) {
      words.add(matcher.group().replaceAll("^['\"]|['\"]$", ""));
    }
    return words.subList(1, words.size());
  }

  @Test
  void readme_showsHowToBegin() throws IOException {
    assertThat(evoLines()).contains("./evo run", "./evo leaderboard");
    assertThat(mavenLines()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("evoLines")
  void evo_asTheReadmeWritesIt_isUnderstood(String line) {
    assertThatCode(() -> Evo.commandLine().parseArgs(words(line).toArray(String[]::new)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("evoLines")
  void evo_asTheReadmeWritesIt_reads(String line) {
    List<String> words = new ArrayList<>(words(line));
    if (words.isEmpty() || !READING.contains(words.getFirst())) {
      return;
    }
    try (var store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME))) {
      ExampleRun.writeTo(store);
    }
    words.replaceAll(word -> word.replaceFirst("^RUN\\b", "latest").replaceFirst("/NUMBER$", "/1"));
    words.addAll(List.of("--results", folder.toString()));
    Execution execution = Execution.of(words.toArray(String[]::new));
    assertThat(execution.err()).isEmpty();
    assertThat(execution.code()).isZero();
  }

  @ParameterizedTest
  @MethodSource("mavenLines")
  void mvn_asTheReadmeWritesIt_namesGoalsAndModulesThatExist(String line) {
    List<String> words = words(line);
    assertThat(words).anyMatch(GOALS::contains);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-pl")) {
        assertThat(ROOT.resolve(words.get(++i)).resolve("pom.xml")).exists();
      } else if (!word.startsWith("-")) {
        assertThat(GOALS).contains(word);
      }
    }
  }
}
