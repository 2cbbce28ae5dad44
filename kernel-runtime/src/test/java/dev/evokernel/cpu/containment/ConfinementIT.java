package dev.evokernel.cpu.containment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.backend.file.Unconfined;
import dev.evokernel.containment.NativeLibrary;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Native attempts on threads that have given up their rights; the others keep theirs. */
class ConfinementIT {

  private static NativeLibrary library = new NativeLibrary(Path.of(""));

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void compile(@TempDir Path folder) throws IOException {
    Assumptions.assumeTrue(
        Confinement.requirement().present(), () -> Confinement.requirement().found());
    library = NativeLibrary.compile("attempts", folder);
  }

  @ParameterizedTest
  @CsvSource({
    "write_file, 13",
    "truncate_file, 13",
    "make_file, 13",
    "remove_file, 13",
    "make_folder, 13",
    "write_file_of_a_child, 13",
    "write_file_of_a_thread, 13",
    "internet, 13",
    "internet6, 13",
    "local_socket, 13",
    "async_calls, 13",
    "system_memory, 13",
    "sibling, 1",
    "write_file_by_a_handler, 1",
    "change_mode, 13",
    "change_mode_of_a_descriptor, 13",
    "change_owner, 13",
    "set_attribute, 13",
    "set_time, 13",
    "limit_the_parent, 1",
    "signal_the_parent, 1",
    "signal_the_group, 1",
    "signal_by_thread, 13",
    "queue_a_signal, 13",
    "write_memory_of_a_process, 13",
    "trace, 13",
    "open_a_process, 13",
    "lock_all_memory, 13",
    "set_the_clock, 13",
    "renice_the_group, 1",
    "ask_for_a_handler, 0",
    "signal_itself, 0",
    "renice_itself, 0",
    "limit_itself, 0",
    "dump_core, 1",
    "take_all_memory, 12",
    "read_file, 0",
    "write_null, 0",
    "run_a_program, 0",
  })
  void enter_whatAThreadTriesAfterwards_failsUnlessHarmless(String attempt, int error)
      throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "content");

    int status =
        NativeLibrary.onAThread(
            () -> {
              Confinement.enter();
              return tried(attempt, file);
            });

    assertThat(status).isEqualTo(error);
    assertThat(file).hasContent("content");
  }

  @Test
  void enter_workThatNeedsRights_isDoneUnconfined() throws Exception {
    Path file = folder.resolve("file");

    ToolRun touched =
        NativeLibrary.onAThread(
            () -> {
              Confinement.enter();
              assertThatThrownBy(() -> Files.writeString(file, "mine"))
                  .isInstanceOf(IOException.class);
              Unconfined.run(() -> Files.writeString(file, "evo's"));
              ProcessHandle sleeping =
                  Unconfined.call(() -> new ProcessBuilder("sleep", "1000").start().toHandle());
              Unconfined.run(sleeping::destroyForcibly);
              assertThat(sleeping.onExit()).succeedsWithin(Duration.ofSeconds(10));
              return Unconfined.call(
                  () -> ToolRun.of(List.of("touch", file + ".2"), Duration.ofSeconds(20)));
            });

    assertThat(file).hasContent("evo's");
    assertThat(touched.succeeded()).as(touched.output()).isTrue();
    assertThat(Files.writeString(file, "this thread's")).hasContent("this thread's");
  }

  @Test
  void call_failingWork_throwsWhatItThrew() throws Exception {
    NativeLibrary.onAThread(
        () -> {
          Confinement.enter();
          assertThatThrownBy(() -> Unconfined.run(() -> Files.readString(folder.resolve("none"))))
              .isInstanceOf(java.nio.file.NoSuchFileException.class);
          assertThatThrownBy(
                  () ->
                      Unconfined.supply(
                          () -> {
                            throw new IllegalStateException("why");
                          }))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("why");
          return true;
        });
  }

  private static int tried(String attempt, Path file) {
    MethodHandle function =
        library.function(attempt, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      return (int) function.invokeExact(arena.allocateFrom(file.toString()));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
