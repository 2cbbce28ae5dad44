package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.Provenance.Commit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GitCheckoutIT {

  @TempDir Path folder;

  @BeforeEach
  void assumeGit() {
    boolean present;
    try {
      present = git("--version") == 0;
    } catch (IOException | InterruptedException e) {
      present = false;
    }
    assumeTrue(present, "no git on this machine");
  }

  private int git(String... arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of("git", "-C", folder.toString(), "-c", "user.name=t", "-c", "user.email=t@t"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private Path committed() throws IOException, InterruptedException {
    Path kernel = Saxpy.copyTo(folder.resolve("kernels/saxpy"));
    Files.writeString(folder.resolve("elsewhere"), "1");
    assertThat(git("init", "-q")).isZero();
    assertThat(git("add", "-A")).isZero();
    assertThat(git("commit", "-q", "--no-gpg-sign", "-m", "first")).isZero();
    return kernel;
  }

  @Test
  void export_ofAnEarlierCommit_isTheFolderAsItWas() throws IOException, InterruptedException {
    Path kernel = committed();
    String before = Files.readString(kernel.resolve("saxpy.c"));
    Files.writeString(kernel.resolve("saxpy.c"), "changed");
    assertThat(git("commit", "-q", "--no-gpg-sign", "-am", "second")).isZero();
    Files.writeString(kernel.resolve("saxpy.c"), "changed again");
    String hash = GitCheckout.resolve(kernel, "HEAD~1").orElseThrow();
    Path exported = GitCheckout.export(kernel, hash, Files.createDirectory(folder.resolve("then")));
    assertThat(exported).hasFileName("saxpy");
    assertThat(Files.readString(exported.resolve("saxpy.c"))).isEqualTo(before);
    assertThat(Files.readString(kernel.resolve("saxpy.c"))).isEqualTo("changed again");
  }

  @Test
  void export_ofAFolderThatWasNotThere_saysSo() throws IOException, InterruptedException {
    Path kernel = committed();
    String hash = GitCheckout.resolve(kernel, "HEAD").orElseThrow();
    Path later = Saxpy.copyTo(folder.resolve("kernels/later"));
    Path target = Files.createDirectory(folder.resolve("then"));
    assertThatThrownBy(() -> GitCheckout.export(later, hash, target))
        .hasMessageContainingAll("has no folder", "kernels/later", hash);
  }

  @Test
  void resolve_ofNoCommit_isNothing() throws IOException, InterruptedException {
    Path kernel = committed();
    assertThat(GitCheckout.resolve(kernel, "nothing")).isEmpty();
    assertThat(GitCheckout.resolve(kernel, "--help")).isEmpty();
    assertThat(GitCheckout.resolve(folder.resolve("none"), "HEAD")).isEmpty();
  }

  @Test
  void commit_ofCleanTree_isItsHash() throws IOException, InterruptedException {
    Commit commit = GitCheckout.commit(committed()).orElseThrow();
    assertThat(commit.hash()).matches("[0-9a-f]{40}");
    assertThat(commit.dirty()).isFalse();
  }

  @Test
  void commit_ofEditedKernel_isDirty() throws IOException, InterruptedException {
    Path kernel = committed();
    Files.writeString(kernel.resolve("saxpy.c"), "changed");
    assertThat(GitCheckout.commit(kernel).orElseThrow().dirty()).isTrue();
  }

  @Test
  void commit_withNewFileInTheKernel_isDirty() throws IOException, InterruptedException {
    Path kernel = committed();
    Files.writeString(kernel.resolve("new.h"), "");
    assertThat(GitCheckout.commit(kernel).orElseThrow().dirty()).isTrue();
  }

  @Test
  void commit_withAnEditElsewhere_isClean() throws IOException, InterruptedException {
    Path kernel = committed();
    Files.writeString(folder.resolve("elsewhere"), "2");
    assertThat(GitCheckout.commit(kernel).orElseThrow().dirty()).isFalse();
  }

  @Test
  void commit_withoutARepositoryOrACommit_isEmpty() throws IOException, InterruptedException {
    assertThat(GitCheckout.commit(folder)).isEmpty();
    assertThat(GitCheckout.commit(folder.resolve("missing"))).isEmpty();
    assertThat(git("init", "-q")).isZero();
    assertThat(GitCheckout.commit(folder)).isEmpty();
  }
}
