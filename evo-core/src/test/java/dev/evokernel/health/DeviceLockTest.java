package dev.evokernel.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.QuietBackend;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeviceLockTest {

  @TempDir Path folder;
  private final List<String> news = new ArrayList<>();
  private final List<Duration> slept = new ArrayList<>();
  private Pause pause = slept::add;

  private Path file() {
    return DeviceLock.file(folder.resolve("locks"), new QuietBackend(false), QuietBackend.DEVICE);
  }

  private FileLock acquire(String run, Duration patience) throws InterruptedException {
    return DeviceLock.acquire(
        file(),
        "quiet",
        () -> LockOwner.ofThisProcess(run, Examples.NOW, "here", folder.resolve(run)),
        patience,
        pause,
        news::add);
  }

  @Test
  void acquire_heldWithResultsElsewhere_isRefusedByName() throws InterruptedException {
    try (FileLock _ = acquire("first", Duration.ZERO)) {
      assertThatThrownBy(() -> acquire("second", Duration.ZERO))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("Device quiet is in use by run 'first'")
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining("since " + Examples.NOW)
          .hasMessageContaining("results in " + folder.resolve("first"))
          .hasMessageContaining("--wait");
      assertThat(DeviceLock.owner(file()))
          .hasValueSatisfying(owner -> assertThat(owner).contains("run 'first'"));
    }
    assertThat(DeviceLock.owner(file())).isEmpty();
    assertThat(slept).isEmpty();
  }

  @Test
  void acquire_withPatience_waitsUntilItIsFreeAndSaysForWhomOnce() throws InterruptedException {
    FileLock first = acquire("first", Duration.ZERO);
    pause =
        time -> {
          slept.add(time);
          if (slept.size() == 3) {
            first.close();
          }
        };
    try (FileLock _ = acquire("second", Duration.ofMinutes(1))) {
      assertThat(slept).hasSize(3);
      assertThat(news).singleElement().asString().contains("run 'first'").contains("waiting");
      assertThat(DeviceLock.owner(file()).orElseThrow()).contains("run 'second'");
    }
  }

  @Test
  void acquire_patienceThatEnds_isRefused() throws InterruptedException {
    try (FileLock _ = acquire("first", Duration.ZERO)) {
      assertThatThrownBy(() -> acquire("second", Duration.ofMillis(2500)))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("Wait longer");
      assertThat(slept)
          .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMillis(500));
    }
  }

  @Test
  void acquire_noteOfADeadProcess_isNoObstacle() throws IOException, InterruptedException {
    acquire("first", Duration.ZERO).close();
    Files.writeString(file(), "{\"pid\":1,\"run\":\"dead\",\"since\":\"2026-11-20T08:00:00Z\"}");
    assertThat(DeviceLock.owner(file())).isEmpty();
    try (FileLock _ = acquire("second", Duration.ZERO)) {
      assertThat(DeviceLock.owner(file()).orElseThrow()).contains("run 'second'");
    }
  }

  @Test
  void acquire_linkInPlaceOfTheFile_isRefusedAndLeavesItsTargetAlone()
      throws IOException, InterruptedException {
    acquire("first", Duration.ZERO).close();
    Path target = Files.writeString(folder.resolve("target"), "precious");
    Files.delete(file());
    Files.createSymbolicLink(file(), target);

    assertThatThrownBy(() -> acquire("second", Duration.ZERO))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("is no regular file");
    assertThat(DeviceLock.owner(file()).orElseThrow()).contains("is no regular file");
    assertThat(target).hasContent("precious");
  }

  @Test
  void owner_terminalCommandsInAnothersNote_areTakenOut() {
    var owner = new LockOwner(1, "a\u001b[2Jb", Examples.NOW, "h\u0007ost", "/r\nun: x");
    assertThat(owner.toString()).startsWith("run 'ab' (process 1 on host,").contains("/r un: x");
  }

  @Test
  void acquire_makesAFileThatEveryUserMayWrite() throws IOException, InterruptedException {
    acquire("first", Duration.ZERO).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-rw-rw-");
  }

  @Test
  void acquire_folderThatIsAFile_saysWhatToDo() throws IOException {
    Files.createFile(folder.resolve("locks"));
    assertThatThrownBy(() -> acquire("first", Duration.ZERO))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("EVO_LOCKS");
  }

  @Test
  void folder_named_isThat() {
    assertThat(DeviceLock.folder(Map.of("EVO_LOCKS", "/shared"))).isEqualTo(Path.of("/shared"));
    assertThat(DeviceLock.folder(Map.of()))
        .isIn(Path.of("/run/lock"), Path.of(System.getProperty("java.io.tmpdir")));
  }
}
