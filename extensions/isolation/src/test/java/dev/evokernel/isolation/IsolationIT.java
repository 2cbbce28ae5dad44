package dev.evokernel.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.store.record.Candidate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Candidates that are right only where they cannot reach the process that judges them. */
final class IsolationIT {

  private static final String WAYS =
      """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <pthread.h>
      #include <stdio.h>
      #include <string.h>
      #include <sys/socket.h>
      #include <sys/uio.h>
      #include <sys/wait.h>
      #include <time.h>

      /* Whether the process that judges is this one. */
      static int judged_here(void) {
        char line[4096];
        int found = 0;
        FILE *maps = fopen("/proc/self/maps", "r");
        while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, "libjvm") != NULL;
        if (maps) fclose(maps);
        return found;
      }

      /* Whether something beyond this process can be reached. */
      static int reaches(void) {
        char path[64], byte;
        struct iovec mine = {&byte, 1}, its = {(void *)0x200000000000, 1};
        snprintf(path, sizeof path, "/proc/%d/mem", getppid());
        if (open(path, O_RDONLY) >= 0 || open("/tmp/evo-reached", O_CREAT | O_WRONLY, 0600) >= 0) return 1;
        if (process_vm_readv(getppid(), &mine, 1, &its, 1, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0) return 1;
        pid_t child = fork();
        if (child == 0) _exit(0);
        return child > 0;
      }

      static struct { const float *x, *y; float *out; int n; float a; } task;

      static void *compute(void *unused) {
        nanosleep(&(struct timespec){0, 3000000}, NULL);
        for (int i = 0; i < task.n; i++) task.out[i] = task.a * task.x[i] + task.y[i];
        return unused;
      }

      """;

  private static final String LATER =
      """
        if (WAY == later) {
          pthread_t thread;
          task.x = x, task.y = y, task.out = out, task.n = n, task.a = a;
          pthread_create(&thread, NULL, compute, NULL);
          pthread_detach(thread);
          return;
        }
      """;

  private static final String ENDING =
      """
        if (WAY == apart && judged_here()) out[0] += 1;
        if (WAY == reaching && reaches()) out[0] += 1;
      """;

  @TempDir private Path folder = Path.of("");
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeEach
  void write() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 20}\n");
    Path kernel = workspace.kernel();
    workspace.edit(kernel, "BLOCK: [16, 32, 64, 128, 256]", "BLOCK: [64]");
    workspace.edit(kernel, "UNROLL: [1, 2, 4, 8]", "UNROLL: [1]");
    workspace.edit(kernel, "PASSES: [1, 4]", "PASSES: [1]");
    workspace.edit(kernel, "PASSES: 4", "PASSES: 1");
    workspace.edit(kernel, "endless, broken]", "endless, apart, reaching, later]");
    workspace.edit(kernel, "BLOCK == 64 and UNROLL == 1 and PASSES == 1", "BLOCK == 64");
    Path source = folder.resolve("saxpy/saxpy.c");
    workspace.edit(source, "#include <stdint.h>\n", WAYS + "#include <stdint.h>\n");
    workspace.edit(source, "broken };", "broken, apart, reaching, later };");
    workspace.edit(source, "  for (int pass = 0;", LATER + "  for (int pass = 0;");
    workspace.edit(source, "  while (WAY == endless)", ENDING + "  while (WAY == endless)");
  }

  private Map<String, String> outcomes(String... options) {
    Execution run = workspace.run(options);
    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
    var outcomes = new TreeMap<String, String>();
    for (Candidate candidate : workspace.history().candidates()) {
      outcomes.put(
          candidate.configuration().value("WAY").toString(),
          switch (candidate.evaluation().orElseThrow().outcome()) {
            case Outcome.Measured _ -> "measured";
            case Outcome.Rejected rejected -> rejected.reason().toString();
          });
    }
    return outcomes;
  }

  @Test
  void run_isolated_keepsCandidatesApartAndJudgesThemAsBefore() {
    Map<String, String> outcomes = outcomes("--isolate");
    assertThat(outcomes)
        .containsEntry("plain", "measured")
        .containsEntry("apart", "measured")
        .containsEntry("later", "NOT_FINITE")
        .containsEntry("wrong", "WRONG_RESULT")
        .containsEntry("segfault", "ILLEGAL_ACCESS")
        .containsEntry("endless", "TIMEOUT");
    if (Backend.named("cpu").requirements().stream()
        .anyMatch(found -> found.name().equals("isolation") && found.present())) {
      assertThat(outcomes).containsEntry("reaching", "measured");
    }
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().command().orElse("").contains("evo-isolation-"));
  }

  @Test
  void run_isolated_passesStructuresAndArraysOfPointers() throws IOException {
    workspace.edit(
        workspace.kernel(),
        "{name: n, type: i32, value: N}",
        "{name: size, value: {struct: [{value: null}, {pointers: [{of: x}]}, {type: i32, value: N}]}}");
    workspace.edit(
        workspace.kernel(),
        "{name: a, type: f32, value: \"2.5\"}",
        "{name: factor, value: {struct: [{type: f32, value: 2.5}, {type: f64, value: 1}]}}");
    for (String name : List.of("saxpy.c", "reference.c")) {
      Path source = folder.resolve("saxpy").resolve(name);
      workspace.edit(
          source,
          "int32_t n, float a) {\n",
          """
          struct {void *none; const float **all; int32_t n;} size, struct {float a; double one;} factor) {
            int32_t n = size.n;
            float a = factor.a;
            if (size.none || size.all[0] != x || factor.one != 1) a = 0;
          """);
    }
    assertThat(outcomes("--isolate"))
        .containsEntry("plain", "measured")
        .containsEntry("wrong", "WRONG_RESULT");
  }

  @Test
  void run_notIsolated_judgesInOneProcess() {
    assertThat(outcomes()).containsEntry("apart", "WRONG_RESULT");
  }
}
