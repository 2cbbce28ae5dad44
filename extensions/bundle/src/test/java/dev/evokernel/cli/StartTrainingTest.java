package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class StartTrainingTest {

  @Test
  void help_isTheTextThatTheLauncherPrints() {
    assertThat(Path.of("../docs/help.txt")).content().isEqualTo(Execution.of("--help").out());
  }

  @Test
  void help_fitsAScreen() {
    List<String> lines = Execution.of("help").out().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(50);
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }

  /** Names of an earlier release are no part of the help, and do as before. */
  @Test
  void help_listsAFormerNameOnlyUnderItsCommand() {
    assertThat(Execution.of("help").out()).contains("(archive, merge, rm)").doesNotContain("  rm ");
    assertThat(Execution.of("rm", "--help").out()).contains("Deletes runs");
    assertThat(Execution.of("runs", "rm", "--help").out()).contains("Usage: evo runs rm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shwo", "shwo --help", "help shwo"})
  void command_thatIsUnknown_isRefusedWithTheNearest(String words) {
    Execution unknown = Execution.of(words.split(" ", -1));
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.out()).isEmpty();
    assertThat(unknown.err()).isEqualTo("evo: There is no command 'shwo'.\nDid you mean: show?\n");
  }

  /** What takes part alone answers as it does among all. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "leaderboard", "show", "bench", "doctor", "gate"})
  void commandLine_ofOneCommand_hasItsUsage(String name) {
    CommandLine alone = Evo.commandLine(name);
    assertThat(alone.getSubcommands()).containsOnlyKeys(name);
    assertThat(usage(alone, name)).isEqualTo(usage(Evo.commandLine(), name));
  }

  @Test
  void commandLine_ofEachCommand_isFoundByItsName() {
    for (String name : Evo.commandLine().getSubcommands().keySet()) {
      assertThat(Evo.commandLine(name).getSubcommands()).containsKey(name);
    }
    assertThat(Evo.commandLine().getSubcommands()).hasSize(32);
    assertThat(Evo.commandLine("leaderbord").getSubcommands()).hasSize(32);
  }

  private static String usage(CommandLine all, String name) {
    return Objects.requireNonNull(all.getSubcommands().get(name)).getUsageMessage();
  }
}
