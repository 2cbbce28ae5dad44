package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs on several GPUs of one host, which are emulated: real processes, compilers, launches and
 * checks, and times that are made up.
 */
final class EmulatedGpusIT {

  private static final int EVALUATIONS = 15;
  private static final Path EMULATOR = Path.of("../kernel-runtime/target/emulator");
  private static final String JOB =
      """
      kernel: scale
      device: cuda:all
      search: {population: 8, seed: 7}
      gate: {input_sets: 1, sanitizer: never}
      sampling: {samples: {least: 5, most: 50}, seconds: {least: 0.005, most: 0.02}}
      finals: {rounds: 6, processes: 2}
      """;

  @TempDir Path folder;

  private Workspace workspace() throws IOException, InterruptedException, URISyntaxException {
    var built =
        new ProcessBuilder("../kernel-runtime/src/test/emulator/build", EMULATOR.toString())
            .inheritIO()
            .start();
    assertThat(built.waitFor()).isZero();
    assumeTrue(Files.exists(EMULATOR.resolve("libcuda.so.1")), "no g++ on this machine");
    Path target = Files.createDirectories(folder.resolve("scale"));
    for (String name : List.of("kernel.yaml", "scale.cu", "reference.cu")) {
      Path source =
          Path.of(Objects.requireNonNull(getClass().getResource("/kernels/scale/" + name)).toURI());
      Files.copy(source, target.resolve(name));
    }
    Files.writeString(
        folder.resolve("evo.yaml"), JOB + "budget: {evaluations: " + EVALUATIONS + "}\n");
    return new Workspace(folder);
  }

  private ChildEvo run(Workspace workspace, String speeds) throws IOException {
    return ChildEvo.start(
        workspace,
        Map.of(
            "LD_LIBRARY_PATH", EMULATOR.toAbsolutePath().normalize().toString(),
            "EMULATED_GPUS", speeds,
            "EMULATED_LOST", folder.resolve("lost").toString()),
        "run");
  }

  private static RunDeviceRecord device(RunHistory history, String id) {
    return history.devices().stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  @Tag("full")
  void run_onThreeOfWhichOneIsSlowAndOneIsLost_losesNoEvaluation()
      throws IOException, InterruptedException, URISyntaxException {
    Workspace workspace = workspace();
    try (ChildEvo child = run(workspace, "1 1 0.5")) {
      assertThat(child.until(() -> workspace.finished() >= 5)).as(child.err()).isTrue();
      Files.writeString(folder.resolve("lost"), "1");

      assertThat(child.await()).as("%s%n%s", child.out(), child.err()).isIn(Execution.FINISHED);
      assertThat(child.out())
          .contains("device cuda:2 left the run: the default takes 2.0")
          .contains("device cuda:1 left the run: CUDA_ERROR_DEVICE_UNAVAILABLE");
    }

    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.finals()).isPresent();
    assertThat(history.candidates()).hasSize(EVALUATIONS);
    for (Candidate candidate : history.candidates()) {
      boolean faulty = candidate.configuration().toString().contains("FAULT=1");
      Outcome outcome = candidate.evaluation().orElseThrow().outcome();
      switch (outcome) {
        case Outcome.Measured _ -> assertThat(faulty).as("%s", candidate).isFalse();
        case Outcome.Rejected why -> {
          assertThat(faulty).as("%s", candidate).isTrue();
          assertThat(why.reason()).isEqualTo(Rejection.ILLEGAL_ACCESS);
        }
      }
    }
    assertThat(device(history, "cuda:0").left()).isEmpty();
    assertThat(device(history, "cuda:1").left()).isPresent();
    assertThat(device(history, "cuda:2").left()).isPresent();
  }

  /** A driver's library may end its process, or replace the handlers of its signals. */
  @Test
  void run_onAGpu_loadsNoDriverIntoTheCoordinator()
      throws IOException, InterruptedException, URISyntaxException {
    Workspace workspace = workspace();
    try (ChildEvo child = run(workspace, "1")) {
      assertThat(child.until(() -> workspace.finished() >= 1)).as(child.err()).isTrue();
      String mapped = Files.readString(Path.of("/proc", Long.toString(child.pid()), "maps"));
      assertThat(mapped).contains("libjvm.so").doesNotContainPattern("libcuda|libnvrtc|nvidia");
    }
  }

  @Test
  void doctor_whoseDriverCrashes_saysSoAndGoesOn() throws IOException, InterruptedException {
    Path driver = folder.resolve("libcuda.so.1");
    Path source = folder.resolve("libcuda.c");
    Files.writeString(
        source, "#include <signal.h>\nint cuInit(int f) { return raise(SIGSEGV); }\n");
    var built =
        new ProcessBuilder("cc", "-shared", "-fPIC", "-o", driver.toString(), source.toString());
    assertThat(built.inheritIO().start().waitFor()).isZero();
    try (ChildEvo child =
        ChildEvo.start(
            new Workspace(folder), Map.of("LD_LIBRARY_PATH", folder.toString()), "doctor")) {
      assertThat(child.await()).as(child.err()).isIn(0, 1);
      assertThat(child.out())
          .contains("the process that loads the drivers died of SIG")
          .contains("backend cpu");
    }
  }

  @Test
  void run_onAListWithADeviceThatIsNotThere_isRefused()
      throws IOException, InterruptedException, URISyntaxException {
    Workspace workspace = workspace();
    workspace.edit(workspace.job(), "cuda:all", "[cuda:0, cuda:3]");
    try (ChildEvo child = run(workspace, "1 1")) {
      assertThat(child.await()).as(child.out()).isEqualTo(2);
      assertThat(child.err()).contains("cuda:3").contains("cuda:0").contains("cuda:1");
    }
  }
}
