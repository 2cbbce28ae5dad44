package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results in which another program changed what evo wrote: a clear message, never a trace. */
final class ForeignResultsTest {

  private static final List<String> COMMANDS =
      List.of("show latest", "show latest/2", "runs", "leaderboard", "export latest");

  @TempDir private Path folder = Path.of("");

  private void results(String change) throws SQLException {
    Path file = folder.resolve("evo.db");
    try (ResultStore store = ResultStore.open(file)) {
      ExampleRun.writeTo(store);
    }
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(change)).isPositive();
    }
  }

  private List<Execution> all() {
    return COMMANDS.stream()
        .map(command -> Execution.of((command + " --results " + folder).split(" ", -1)))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE shapes SET name = 'renamed' WHERE name = 'small'",
        "UPDATE measurements SET shape = 'renamed' WHERE shape = 'small'",
        "DELETE FROM shapes WHERE name = 'small'",
      })
  void commands_ofARunWithAShapeThatWasRenamed_nameIt(String change) throws SQLException {
    results(change);
    List<Execution> all = all();
    assertThat(all).allMatch(execution -> execution.code() == 0 || execution.code() == 2);
    assertThat(all.get(1).err())
        .startsWith("evo: The run of kernel 'gemm' has results on shape '")
        .contains("another program changed evo.db")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM shapes",
        "UPDATE runs SET parameters = '[1]'",
        "UPDATE runs SET started = 'nonsense'",
        "UPDATE runs SET id = '../../x'",
        "UPDATE measurements SET samples = '[]'",
        "UPDATE measurements SET samples = '{\"a\": 1}'",
      })
  void commands_ofARowThatIsDamaged_sayWhy(String change) throws SQLException {
    results(change);
    List<Execution> all = all();
    assertThat(all).allMatch(execution -> execution.code() == 0 || execution.code() == 2);
    assertThat(all.get(1).err())
        .startsWith("evo: ")
        .contains("evo.db has a row that evo did not write (table ", ", column ", "evo runs rm RUN")
        .hasLineCount(1);
  }
}
