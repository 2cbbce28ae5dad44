package dev.evokernel.cpu.containment;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.file.Leftovers;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.containment.NativeLibrary;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Native deeds that change this process, each on a thread of its own and undone afterwards. */
class ProcessSnapshotIT {

  private static NativeLibrary library = new NativeLibrary(Path.of(""));

  @BeforeAll
  static void compile(@TempDir Path folder) throws IOException {
    Assumptions.assumeTrue(System.getProperty("os.arch").equals("amd64"), "deeds.c is for x86-64");
    library = NativeLibrary.compile("deeds", folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          spinning      | that still runs
          napping       | that waits for a time
          locking       | that waits for a futex
          slackening    | timer slack 1, was 50000
          personalising | personality 00040000, was 00000000
          idling        | priority of input and output 24576, was
          patching      | patched code of libc.so.6
          forking       | (a fork of the worker)
          daemonising   | (sleep 1000)
          handling      | another handling of SIGUSR2
          masking       | blocked signals 000000000000080
          alarming      | the timer ITIMER_REAL
          timing        | timers ID:
          rounding      | another rounding mode, another rounding mode of the x87 unit
          trapping      | floating-point traps, floating-point traps of the x87 unit
          flushing      | flushing to zero
          moving        | working directory /, was
          limiting      | another limit RLIMIT_NOFILE
          renicing      | niceness
          scheduling    | scheduling policy 3, was 0
          masking_files | umask 0000, was
          opening       | of /dev/null
          setting       | environment variable LEFT_BY_A_DEED 1, was not there
          unsetting     | no environment variable PATH
          naming        | thread name C1 CompilerThre, was deeds
          """)
  void leftBehind_aDeedNotUndone_isNamed(String deed, String said) throws Exception {
    Leftovers left = after(deed);

    assertThat(left.rejection().orElseThrow().message()).contains(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "ending"})
  void leftBehind_nothingThatDisturbs_isNone(String deed) throws Exception {
    assertThat(after(deed)).isEqualTo(Leftovers.NONE);
  }

  @Test
  void leftBehind_boundToOneOfSeveralCores_isNamed() throws Exception {
    Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one core");

    assertThat(after("binding").found()).hasSize(1).first().asString().startsWith("cores ");
  }

  @Test
  void leftBehind_processes_areKilled() throws Exception {
    assertThat(after("daemonising").found()).hasSize(1);

    assertThat(ProcessHandle.current().descendants())
        .filteredOn(one -> one.info().command().filter(name -> name.endsWith("sleep")).isPresent())
        .allSatisfy(one -> assertThat(one.onExit()).succeedsWithin(Duration.ofSeconds(10)));
  }

  @Test
  void leftBehind_rounding_isRestored() throws Exception {
    byte[] before = NativeLibrary.onAThread(Libc::floatingPoint);
    byte[] after =
        NativeLibrary.onAThread(
            () -> {
              try (ProcessSnapshot snapshot = ProcessSnapshot.take()) {
                perform("rounding", 0);
                assertThat(snapshot.leftBehind().found()).hasSize(2);
                assertThat(snapshot.leftBehind()).isEqualTo(Leftovers.NONE);
                return Libc.floatingPoint();
              }
            });

    assertThat(after).isEqualTo(before);
  }

  @Test
  void leftBehind_poolOfOpenMp_mayStay() throws Exception {
    SymbolLookup.libraryLookup("libgomp.so.1", Arena.global()); // As the device of the cpu backend.
    assertThat(after("pooled")).isEqualTo(Leftovers.NONE);
  }

  @Test
  void leftBehind_aToolThatEvoStarted_isNoLeftover() throws Exception {
    ProcessSnapshot before = ProcessSnapshot.take();
    var builder = new ProcessBuilder("sleep", "1000");
    ToolRun.mark(builder);
    Process tool = builder.start();
    try {
      assertThat(before.leftBehind().found()).noneMatch(found -> found.contains("sleep"));
      assertThat(tool.isAlive()).isTrue();
    } finally {
      tool.destroyForcibly().waitFor();
    }
  }

  private static Leftovers after(String deed) throws Exception {
    return NativeLibrary.onAThread(
        () -> {
          perform("naming", 1);
          try (ProcessSnapshot before = ProcessSnapshot.take()) {
            perform(deed, 0);
            Leftovers left = before.leftBehind();
            perform(deed, 1);
            return left;
          }
        });
  }

  private static void perform(String deed, int undo) {
    MethodHandle handle = library.function(deed, FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
    try {
      handle.invokeExact(undo);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
