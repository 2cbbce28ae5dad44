package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Native attempts in processes of candidates, and settings that end with them. */
class ConfinementIT {

  private static final String ENDS =
      """
      #include <omp.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/stat.h>
      void one_thread(int *out) { omp_set_num_threads(1); *out = omp_get_max_threads(); }
      void threads(int *out) { *out = omp_get_max_threads(); }
      void leave(int *out) { printf("hello\\n"); exit(1); }
      void leave_in_silence(int *out) { _Exit(0); }
      void give_up(int *out) { abort(); }
      void divide(int *out) { __builtin_trap(); }
      void stray(int *out) { *(volatile int *)16 = 1; }
      int deep(int n) { volatile char room[4096]; room[0] = n; return n == 0 ? 0 : deep(n - 1) + room[0]; }
      void recurse(int *out) { *out = deep(1 << 20); }
      void wrong_mode(int *out) { __builtin_ia32_ldmxcsr(0x1F80 | 0x6000); *out = __builtin_ia32_stmxcsr() & 0x6000; }
      void mode(int *out) { *out = __builtin_ia32_stmxcsr() & 0x6000; }
      static const char *kept;
      static void open_up(void) { chmod(kept, 0777); }
      void leave_late(int *out, const char *file) { kept = file; atexit(open_up); exit(1); }
      __attribute__((destructor)) static void unload(void) { if (kept) chmod(kept, 0777); }
      static int counter;
      void count(int *out) { *out = ++counter; }
      """;

  private static Path library = Path.of("");
  private static Path ends = Path.of("");
  private static MemorySegment result = MemorySegment.NULL;

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void compile(@TempDir Path folder) throws IOException {
    library = folder.resolve("attempts.so");
    ends = folder.resolve("ends.so");
    String source =
        Objects.requireNonNull(ConfinementIT.class.getResource("/containment/attempts.c"))
            .getPath();
    Path written = Files.writeString(folder.resolve("ends.c"), ENDS);
    for (var made : Map.of(library, source, ends, written.toString()).entrySet()) {
      ToolRun built;
      try {
        built =
            ToolRun.of(
                List.of(
                    "cc",
                    "-O1",
                    "-w",
                    "-shared",
                    "-fPIC",
                    "-fopenmp",
                    "-o",
                    made.getKey().toString(),
                    made.getValue()),
                Duration.ofSeconds(60));
      } catch (IOException e) {
        Assumptions.abort("no C compiler on this machine: " + e.getMessage());
        throw e;
      }
      assertThat(built.succeeded()).as(built.output()).isTrue();
    }
    result = CandidateProcesses.ofThisProcess().map(1 << 14).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "write_file, 13",
    "write_null, 13",
    "make_file, 13",
    "write_file_of_a_thread, 13",
    "read_file, 13",
    "see_own_pages, 13",
    "see_the_judge, 13",
    "list_processes, 13",
    "write_file_of_a_child, 1",
    "truncate_file, 1",
    "remove_file, 1",
    "make_folder, 1",
    "change_folder, 1",
    "change_mask, 1",
    "change_mode, 1",
    "change_mode_of_a_descriptor, 1",
    "change_owner, 1",
    "set_attribute, 1",
    "set_time, 1",
    "internet, 1",
    "internet6, 1",
    "local_socket, 1",
    "async_calls, 1",
    "system_memory, 1",
    "sibling, 1",
    "run_a_program, 1",
    "new_namespace, 1",
    "handle_an_access, 1",
    "handle_a_bus_error, 1",
    "limit_the_parent, 1",
    "limit_itself, 1",
    "signal_the_parent, 1",
    "signal_the_group, 1",
    "signal_by_thread, 1",
    "queue_a_signal, 1",
    "own_a_descriptor, 1",
    "write_memory_of_a_process, 1",
    "trace, 1",
    "open_a_process, 1",
    "pin_another_process, 1",
    "reschedule, 1",
    "renice_itself, 1",
    "renice_the_group, 1",
    "set_a_timer, 1",
    "set_the_clock, 1",
    "trap_the_clock, 1",
    "personality_of_a_process, 1",
    "lock_all_memory, 1",
    "count_events, 1",
    "late_faults, 1",
    "open_by_structure, 1",
    "dump_core, 1",
    "take_all_memory, 12",
    "ask_for_a_handler, 0",
    "handle_a_signal, 0",
    "signal_itself, 0",
    "pin_itself, 0",
    "read_library, 0",
    "read_cores, 0",
    "read_processor, 0",
    "start_a_thread, 0",
    "map_memory, 0",
    "tell_the_time, 0",
    "print, 0",
    "name_a_thread, 0",
    "pass_by_pipe, 0",
  })
  void launch_whatACandidateTries_failsUnlessAllowed(String attempt, int error) throws IOException {
    Assumptions.assumeTrue(
        Confinement.requirement().present(), () -> Confinement.requirement().found());
    Path file = Files.writeString(folder.resolve("file"), "content");
    FileTime time = Files.getLastModifiedTime(file);
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);

    assertThat(launched(library, "try_" + attempt, file)).isEqualTo(error);

    assertThat(file).hasContent("content");
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(mode);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          leave            | CRASH          | The kernel called exit(1) during the test. It printed: hello
          leave_in_silence | CRASH          | The kernel called exit(0) during the test.
          give_up          | CRASH          | Abort during the test.
          divide           | CRASH          | Illegal instruction during the test.
          stray            | ILLEGAL_ACCESS | Segfault in stray during the test.
          recurse          | ILLEGAL_ACCESS | Segfault in deep during the test.
          """)
  void launch_whatEndsTheProcess_isToldWithItsOwnWords(
      String entry, Rejection reason, String words) {
    assertThatThrownBy(() -> launched(ends, entry, folder))
        .isInstanceOfSatisfying(
            RejectionException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageStartingWith(words);
    assertThat(launched(ends, "count", folder)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"one_thread, threads", "wrong_mode, mode", "count, count"})
  void launch_settingsOfOneCandidate_doNotReachAnother(String sets, String asks) {
    int usual = launched(ends, asks, folder);
    try (CandidateProcess another = load(ends, asks);
        CandidateProcess saboteur = load(ends, sets)) {
      launch(saboteur, folder);

      launch(another, folder);

      assertThat(result.get(ValueLayout.JAVA_INT, 0)).isEqualTo(usual);
      assertThat(launched(ends, asks, folder)).isEqualTo(usual);
    }
  }

  @Test
  void launch_whatRunsAtTheEndOfTheProcess_isConfined() throws IOException {
    Assumptions.assumeTrue(
        Confinement.requirement().present(), () -> Confinement.requirement().found());
    Path file = Files.writeString(folder.resolve("file"), "content");
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);

    assertThatThrownBy(() -> launched(ends, "leave_late", file)).hasMessageContaining("exit(1)");

    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(mode);
  }

  @Test
  void close_endsTheProcess() {
    long before = children();
    CandidateProcess process = load(ends, "count");
    assertThat(children()).isEqualTo(before + 1);
    process.close();
    assertThat(children()).isEqualTo(before);
  }

  private static long children() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().orElse("").contains("host-"))
        .count();
  }

  private static CandidateProcess load(Path file, String entry) {
    return CandidateProcesses.ofThisProcess()
        .load(file, List.of(), List.of(entry), file.toString());
  }

  private static int launched(Path file, String entry, Path argument) {
    try (CandidateProcess process = load(file, entry)) {
      launch(process, argument);
    }
    return result.get(ValueLayout.JAVA_INT, 0);
  }

  private static void launch(CandidateProcess process, Path argument) {
    result.fill((byte) 0x55);
    result.setString(64, argument.toString());
    var call =
        List.of(
            new CandidateProcess.Frame(
                0,
                List.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS),
                List.of(result, result.asSlice(64))));
    process.ready(List.of(call), call, "during the test");
    process.launch(1, Batch.NONE);
  }
}
