package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.FileLock.LockOwner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFolderLockIT {

  private static final LockOwner OWNER =
      LockOwner.ofThisProcess(
          "gemm-1", Instant.parse("2026-11-20T19:32:05Z"), "here", Path.of("r"));

  @TempDir Path folder;

  /** Takes the lock, says so, and holds it until its standard input ends. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws IOException {
      var owner =
          LockOwner.ofThisProcess(
              "other-run", Instant.parse(arguments[1]), "there", Path.of("/elsewhere"));
      try (var _ = new RunFolder(Path.of(arguments[0])).lock(owner)) {
        System.out.println("locked");
        System.in.transferTo(System.out);
      }
    }
  }

  @Test
  void acquire_heldByAnotherProcess_saysByWhom() throws IOException, InterruptedException {
    Process child = holdInAChild();
    assertThatThrownBy(() -> new RunFolder(folder).lock(OWNER))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("run 'other-run'")
        .hasMessageContaining("process " + child.pid() + " on there")
        .hasMessageContaining("since 2026-11-20T08:00:00Z")
        .hasMessageContaining("results in /elsewhere");
    assertThat(new RunFolder(folder).holder()).isPresent();
    child.getOutputStream().close();
    assertThat(child.waitFor()).isZero();
    new RunFolder(folder).lock(OWNER).close();
  }

  @Test
  void acquire_afterTheHolderWasKilled_isNoObstacle() throws IOException, InterruptedException {
    Process child = holdInAChild();
    child.destroyForcibly().waitFor();
    assertThat(new RunFolder(folder).holder()).isEmpty();
    assertThat(folder.resolve(".lock")).content().contains("other-run");
    try (var lock = new RunFolder(folder).lock(OWNER)) {
      assertThat(folder.resolve(".lock")).content().contains("gemm-1").doesNotContain("other-run");
      assertThat(lock).isNotNull();
    }
  }

  @Test
  void acquire_twiceInOneProcess_isRefusedAndTheFirstStays()
      throws IOException, InterruptedException {
    try (var first = new RunFolder(folder).lock(OWNER)) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> new RunFolder(folder).lock(OWNER))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("run 'gemm-1'");
      Process child = start();
      assertThat(child.waitFor()).isNotZero();
      assertThat(child.errorReader().lines()).anyMatch(line -> line.contains("run 'gemm-1'"));
    }
    new RunFolder(folder).lock(OWNER).close();
  }

  @Test
  void acquire_rubbishLeftBehind_isNoObstacle() throws IOException {
    Files.writeString(folder.resolve(".lock"), "\u0000 rubbish");
    new RunFolder(folder).lock(OWNER).close();
  }

  @Test
  void acquire_folderThatIsAFile_saysSo() throws IOException {
    Path file = Files.createFile(folder.resolve("results"));
    assertThatThrownBy(() -> new RunFolder(file).lock(OWNER))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("'results' in evo.yaml");
  }

  private Process holdInAChild() throws IOException {
    Process child = start();
    assertThat(child.inputReader().readLine()).isEqualTo("locked");
    return child;
  }

  private Process start() throws IOException {
    return ChildJvm.start(Child.class, folder.toString(), "2026-11-20T08:00:00Z");
  }
}
