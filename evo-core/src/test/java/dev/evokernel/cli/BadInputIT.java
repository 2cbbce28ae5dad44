package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One clear message each, exit code 2, nothing lost. */
final class BadInputIT {

  @TempDir Path folder;
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeEach
  void prepare() throws IOException {
    workspace = Workspace.in(folder);
  }

  private static void refused(Execution execution, String... saying) {
    assertThat(execution.err())
        .startsWith("evo: ")
        .contains(saying)
        .doesNotContain("a bug in evo")
        .doesNotContain("Exception")
        .doesNotContain("\tat ");
    assertThat(execution.code()).isEqualTo(2);
  }

  /** What is wrong in the files is refused before anything is written. */
  private void refusedUntouched(String... saying) {
    refused(workspace.run(), saying);
    assertThat(workspace.results()).doesNotExist();
  }

  /** What shows only on the machine leaves no run behind either. */
  private void refusedRun(String... saying) {
    refused(workspace.run(), saying);
    if (Files.exists(workspace.database())) {
      try (var store = ResultStore.openReadOnly(workspace.database())) {
        assertThat(store.runs()).isEmpty();
      }
    }
    assertThat(workspace.results().toFile().list((folder, name) -> name.startsWith("saxpy-")))
        .as("folders of runs that nobody knows")
        .isNullOrEmpty();
  }

  /** Advice can be pasted in every locale. */
  @Test
  void check_inALocaleWithDecimalCommas_printsDecimalPoints()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    ChildEvo child =
        ChildEvo.start(
            workspace,
            Map.of("JDK_JAVA_OPTIONS", "-Duser.language=de -Duser.country=DE"),
            "check",
            workspace.folder().resolve("saxpy").toString());
    assertThat(child.await()).as("%s", child.err()).isZero();
    assertThat(child.out()).contains("p50 ").doesNotContainPattern("[0-9],[0-9]");
  }

  @Nested
  final class OfTheJob {

    @Test
    void run_withoutAJob_saysSo() throws IOException {
      Files.delete(workspace.job());
      refusedUntouched(workspace.job().toString());
    }

    @Test
    void run_withAnUnknownKey_saysWhereAndWhich() throws IOException {
      workspace.append("buget: {wall: 3m}\n");
      refusedUntouched("evo.yaml:9:1", "buget", "Maybe 'budget'?");
    }

    @Test
    void run_withAKernelThatIsNotThere_saysWhere() throws IOException {
      workspace.edit(workspace.job(), "kernel: saxpy", "kernel: sapxy");
      refusedUntouched("sapxy/kernel.yaml");
    }

    @Test
    void run_withAnUnknownShape_saysWhichThereAre() throws IOException {
      workspace.append("shapes: [smal]\n");
      refusedUntouched("no shape 'smal'", "Maybe 'small'?");
    }

    @Test
    void run_withASeedThatIsNoConfiguration_saysWhy() throws IOException {
      workspace.append("seeding: {configurations: [{BLOCK: 65}]}\n");
      refusedUntouched("BLOCK has no value '65'", "16, 32, 64, 128, 256");
    }

    @Test
    void run_withASeedThatBreaksAConstraint_saysWhy() throws IOException {
      workspace.append("seeding: {configurations: [{WAY: wrong}]}\n");
      refusedUntouched("this configuration violates", "each fault is there once");
    }

    @Test
    void run_onADeviceWithoutASection_namesTheSections() throws IOException {
      workspace.edit(workspace.job(), "device: cpu", "device: cuda");
      refusedUntouched("no section for the backend 'cuda'", "[cpu]");
    }

    @Test
    @Tag("full")
    void run_withAPortThatIsTaken_saysWhichAndGoesOn() throws IOException {
      Saxpy.assumeCompiler();
      try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        workspace.append("metrics: {prometheus: " + taken.getLocalPort() + "}\n");
        Execution run = workspace.run("--evaluations", "2");
        assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
        assertThat(run.out())
            .contains("port " + taken.getLocalPort() + " of metrics.prometheus is taken");
      }
    }

    @Test
    void run_withAnImpossibleOption_saysHowToWriteIt() {
      refused(workspace.run("--wall", "soon"), "Invalid duration 'soon'", "90s, 3m or 1h30m");
      refused(workspace.run("--wall", "1.5s"), "Invalid duration '1.5s'");
      refused(workspace.run("--wall=-5s"), "Invalid duration '-5s'");
      refused(workspace.run("--wall", "0s"), "positive");
      refused(workspace.run("--evaluations", "0"), "positive");
      refused(workspace.run("--evaluations", "few"), "few");
      refused(workspace.run("--device", "gpu"), "no backend 'gpu'");
      refused(workspace.run("--wal", "3m"), "--wal");
    }
  }

  @Nested
  final class OfTheKernel {

    @Test
    void run_withAnUnknownName_saysWhereAndSuggests() throws IOException {
      workspace.edit(workspace.kernel(), "UNROLL == 1 and", "UNROL == 1 and");
      refusedUntouched("kernel.yaml:23:52", "UNROL", "Maybe 'UNROLL'?");
    }

    @Test
    void run_withASpaceThatTheDeviceEmpties_saysWhichConstraint() throws IOException {
      Saxpy.assumeCompiler();
      workspace.edit(
          workspace.kernel(), "WAY == \"plain\" or", "device.memory < 1 and WAY == \"plain\" or");
      workspace.edit(workspace.kernel(), "PASSES: [1, 4]", "PASSES: [4]");
      refusedRun("device.memory < 1");
    }

    @Test
    void run_withAnDefaultThatTheDeviceForbids_saysWhichConstraint() throws IOException {
      Saxpy.assumeCompiler();
      workspace.edit(
          workspace.kernel(),
          "WAY == \"plain\" or",
          "(BLOCK < 64 or device.memory < 1) and WAY == \"plain\" or");
      refusedRun("'default' is not valid on", "device.memory < 1", "kernel.yaml");
    }

    @Test
    void run_withAReferenceThatDoesNotCompile_showsTheCompilersWords() throws IOException {
      Saxpy.assumeCompiler();
      Files.writeString(workspace.folder().resolve("saxpy/reference.c"), "no C at all");
      // The run's copy is deleted, and what is to be mended is the original.
      refusedRun(
          "reference of", "does not compile", "error", workspace.folder() + "/saxpy/reference.c");
    }

    @Test
    void run_withAWrongDefault_saysWhyAndWhereToMendIt() throws IOException {
      Saxpy.assumeCompiler();
      workspace.edit(
          workspace.kernel(),
          "default: {BLOCK: 64, UNROLL: 1, PASSES: 4, WAY: plain}",
          "default: {BLOCK: 64, UNROLL: 1, PASSES: 1, WAY: wrong}");
      String[] message = {
        "The default of kernel 'saxpy' was rejected (wrong-result on shape 'small')",
        "the reference is",
        "saxpy/kernel.yaml"
      };
      refused(workspace.run(), message);
      assertThat(workspace.history().candidates()).hasSize(1);
      refused(workspace.resume(), message);
    }

    @Test
    void run_withATimeTooShortForTheDefault_saysSo() {
      Saxpy.assumeCompiler();
      Execution run = workspace.run("--wall", "1s", "--evaluations", "1000");
      assertThat(run.code()).isEqualTo(3); // Not decided, and no bad input.
      assertThat(run.err())
          .startsWith("evo: ")
          .contains("--wall 3m")
          .containsPattern("before (compilers and reference were ready|the default was measured)");
    }
  }

  @Nested
  final class OfTheMachine {

    @Test
    void run_withoutACompiler_saysSo() throws IOException, InterruptedException {
      try (ChildEvo child =
          ChildEvo.start(workspace, Map.of("CC", "/nowhere/cc"), "run", "--evaluations", "5")) {
        int code = child.await();
        refused(new Execution(code, "", child.err()), "CC is '/nowhere/cc'", "apt-get install gcc");
      }
      try (ChildEvo doctor = ChildEvo.start(workspace, Map.of("CC", "/nowhere/cc"), "doctor")) {
        assertThat(doctor.await()).isLessThan(2);
        assertThat(doctor.out()).contains("missing  C compiler").contains("→ Install one");
      }
    }

    @Test
    void run_intoAFile_saysSo() throws IOException {
      Files.writeString(workspace.results(), "mine");
      refused(workspace.run(), workspace.results().toString());
      assertThat(workspace.results()).content().isEqualTo("mine");
    }

    @Test
    void anything_onARuinedDatabase_saysSoAndTouchesNothing() throws IOException {
      byte[] rubbish =
          "this is no database, and never was. ".repeat(100).getBytes(StandardCharsets.UTF_8);
      Files.createDirectories(workspace.results());
      Files.write(workspace.database(), rubbish);
      String results = workspace.results().toString();
      String message = workspace.database() + " is not a SQLite database";
      refused(workspace.run(), message);
      refused(Execution.of("leaderboard", "--results", results), message);
      refused(Execution.of("show", "--results", results), message);
      refused(Execution.of("export", "--results", results), message);
      refused(Execution.of("run", "--resume", "latest", "--results", results), message);
      assertThat(workspace.database()).hasBinaryContent(rubbish);
    }
  }

  @Nested
  final class OfTheResults {

    @Test
    void anything_withoutResults_saysSo() {
      String nowhere = folder.resolve("nowhere").toString();
      refused(Execution.of("leaderboard", "--results", nowhere), "No results", "evo run");
      refused(Execution.of("show", "--results", nowhere), "No results");
      refused(Execution.of("export", "--results", nowhere), "No results");
      refused(Execution.of("run", "--resume", "latest", "--results", nowhere), "no run to resume");
      assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @Test
    void anything_onAnUnknownRun_namesTheLatest() {
      String results = workspace.results().toString();
      try (var store = ResultStore.open(workspace.database())) {
        ExampleRun.writeTo(store);
      }
      String[] message = {"No run 'nobody' in ", "The latest is '" + ExampleRun.ID + "'."};
      refused(Execution.of("show", "nobody", "--results", results), message);
      refused(Execution.of("show", "nobody/3", "--results", results), message);
      refused(Execution.of("export", "nobody", "--results", results), message);
      refused(Execution.of("run", "--resume", "nobody", "--results", results), message);
      refused(
          Execution.of("run", "--resume", "latest", "--seed", "5", "--results", results),
          "--seed cannot change");
      refused(
          Execution.of("run", "--resume", "latest", "--kernel", "gemm", "--results", results),
          "--kernel cannot change");
      refused(Execution.of("show", "latest/99", "--results", results), "no candidate 99");
      refused(Execution.of("show", "latest/x", "--results", results), "RUN/NUMBER");
      refused(
          Execution.of("leaderboard", "--top", "0", "--results", results),
          "--top must be ≥ 1, was 0.");
      refused(Execution.of("leaderboard", "--format", "pdf", "--results", results), "pdf");
    }

    @Test
    void export_intoAFile_saysSo() throws IOException {
      try (var store = ResultStore.open(workspace.database())) {
        ExampleRun.writeTo(store);
      }
      Path file = Files.writeString(folder.resolve("taken"), "mine");
      refused(
          Execution.line("export latest --out " + file + " --results " + workspace.results()),
          "taken");
      assertThat(file).content().isEqualTo("mine");
    }
  }
}
