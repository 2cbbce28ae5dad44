package dev.evokernel.schedule;

import dev.evokernel.store.Commit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The git working tree around a kernel's folder. */
public final class Checkout {

  private static final long PATIENCE_SECONDS = 10;

  private Checkout() {}

  /** The commit that {@code folder} is at; empty without git, a repository or a commit. */
  public static Optional<Commit> commit(Path folder) {
    return git(folder, "rev-parse", "HEAD").map(hash -> new Commit(hash, isDirty(folder)));
  }

  private static boolean isDirty(Path folder) {
    return git(folder, "status", "--porcelain", "--", ".").filter(String::isEmpty).isEmpty();
  }

  private static Optional<String> git(Path folder, String... arguments) {
    var command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.empty();
      }
      return process.exitValue() == 0 ? Optional.of(output.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
