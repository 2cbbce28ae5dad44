package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.CheckedKernel;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.CheckedWorker;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outputs that a program or a C function judges, in worker processes. */
class CheckIT {

  /** A program that answers every question alike. */
  private static final String ALIKE =
      "command: [sh, -c, 'read q; echo ''{\"ready\": \"sh\", \"evo_check\": 1}''; while read q; do"
          + " echo ''%s''; done']";

  @TempDir static Path shared;

  /** With a check that accepts all. */
  private static @Nullable CheckedWorker accepting;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    WorkerFixture.assumeCompiler();
    String check = ALIKE.formatted("{\"right\": true}");
    accepting = new CheckedWorker("cpu", CheckedKernel.in(shared, check), shared);
  }

  @AfterAll
  static void close() {
    if (accepting != null) {
      accepting.close();
    }
  }

  /** What workers of this machine have in shared memory. */
  private static Set<Path> inSharedMemory() throws IOException {
    Path folder = Path.of("/dev/shm", "evo-" + System.getProperty("user.name"));
    try (Stream<Path> files = Files.list(folder)) {
      return files.collect(Collectors.toSet());
    } catch (NoSuchFileException none) {
      return new HashSet<>();
    }
  }

  private CheckedWorker worker(String check) throws Exception {
    return new CheckedWorker("cpu", CheckedKernel.in(folder, check), folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "command: [python3, check.py], timeout: 10s"})
  void evaluate_withACheck_isRejectedForWhatItSays(String check) throws Exception {
    if (!check.isEmpty()) {
      RowsKernel.assumePython();
    }
    try (CheckedWorker worker = worker(check)) {
      assertThat(worker.weaknesses()).isEmpty();
      assertThat(worker.evaluate(64, "none")).isInstanceOf(Outcome.Measured.class);
      assertThat(worker.evaluate(256, "none")).isInstanceOf(Outcome.Measured.class);
      var faults =
          Map.of(
              "loses", Rejection.WRONG_RESULT,
              "unfinished", Rejection.NOT_FINITE,
              "beyond", Rejection.OUT_OF_BOUNDS_WRITE,
              "dies", Rejection.WRONG_RESULT);
      var said = new StringBuilder();
      for (String fault : List.of("loses", "unfinished", "beyond", "dies")) {
        Outcome outcome = worker.evaluate(64, fault);
        assertThat(outcome).as(fault).isInstanceOf(Rejected.class);
        assertThat(((Rejected) outcome).reason()).as(fault).isEqualTo(faults.get(fault));
        said.append(((Rejected) outcome).message()).append('\n');
      }
      assertThat(said.toString())
          .contains("The check '", "of kernel 'checked' says: chunk 15 ", "(seed 1).")
          .contains("means[1] is NaN: 1 of 16 elements are not finite (seed 1).")
          .contains("gives no verdict. It ended with status ");
      assertThat(worker.evaluate(128, "none")).isInstanceOf(Outcome.Measured.class);
      assertThat(worker.weaknesses()).isEmpty();
    }
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"", "command: [python3, check.py], timeout: 10s"})
  void evaluate_withACheckThatHangs_timesOut(String check) throws Exception {
    if (!check.isEmpty()) {
      RowsKernel.assumePython();
    }
    try (CheckedWorker worker = worker(check)) {
      assertThat(worker.evaluate(64, "hangs"))
          .isInstanceOfSatisfying(
              Rejected.class,
              rejected -> {
                assertThat(rejected.reason()).isEqualTo(Rejection.TIMEOUT);
                assertThat(rejected.message())
                    .contains("It gave no answer to 'check' in 10 s and was killed.");
              });
      assertThat(worker.evaluate(128, "none")).isInstanceOf(Outcome.Measured.class);
    }
  }

  @Test
  void close_withACheck_leavesNothingInSharedMemory() throws Exception {
    Set<Path> before = inSharedMemory();
    worker("").close();
    Set<Path> after = inSharedMemory();
    after.removeAll(before);
    assertThat(after).isEmpty();
  }

  @Test
  void start_withACheckThatAcceptsAll_saysWhatItAccepts() {
    assertThat(Objects.requireNonNull(accepting).weaknesses())
        .contains("on shape 'small' the check accepts outputs of zeros")
        .contains("on shape 'large' the check accepts outputs of ones");
  }

  @Test
  void evaluate_withACheckThatIgnoresInputs_showsThatItIsWeak() throws Exception {
    String weak = "on shape 'small' the check accepts the outputs of input set 1 for input set 2";
    CheckedWorker worker = Objects.requireNonNull(accepting);
    assertThat(worker.weaknesses()).doesNotContain(weak);
    assertThat(worker.evaluate(64, "none")).isInstanceOf(Outcome.Measured.class);
    assertThat(worker.weaknesses()).contains(weak).doesNotHaveDuplicates();
  }

  @Test
  void evaluate_withACheckThatTalksNonsense_isRejected() throws Exception {
    try (CheckedWorker worker = worker(ALIKE.formatted("{\"maybe\": 1}"))) {
      assertThat(worker.evaluate(64, "none"))
          .isInstanceOfSatisfying(
              Rejected.class,
              rejected ->
                  assertThat(rejected.message())
                      .contains("gives no verdict. It answered 'check' with {\"maybe\":1}"));
    }
  }

  @Test
  void start_withACheckThatIsNotThere_saysSo() {
    assertThatThrownBy(() -> worker("command: [no-such-program]"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("The check 'no-such-program' of kernel 'checked' is not ready")
        .hasMessageContaining("Install it or correct the command.");
  }

  @Test
  void start_withAFunctionThatDoesNotCompile_quotesTheCompiler() throws Exception {
    Path file = CheckedKernel.in(folder, "function: no_such_function, source: check.c");
    assertThatThrownBy(() -> new CheckedWorker("cpu", file, folder))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("The check 'no_such_function' of kernel 'checked' does not compile")
        .hasMessageContaining("no_such_function");
  }
}
