package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.Provenance.Commit;

/** The git working tree around a kernel's folder. */
public final class GitCheckout {

  private static final long PATIENCE_SECONDS = 10;

  private GitCheckout() {}

  /** Finds the commit of {@code folder}; empty without git, a repository or a commit. */
  public static Optional<Commit> commit(Path folder) {
    return git(folder, "rev-parse", "HEAD").map(hash -> new Commit(hash, isDirty(folder)));
  }

  /**
   * Resolves a revision, for example {@code HEAD~3}, to its full hash; empty if there is no such
   * commit.
   */
  public static Optional<String> resolve(Path folder, String commit) {
    return commit.startsWith("-")
        ? Optional.empty()
        : git(folder, "rev-parse", "--verify", "--quiet", commit + "^{commit}");
  }

  /**
   * Writes a kernel's folder, and the neighbouring folders that its files may refer to, as of a
   * commit. The working tree stays unchanged.
   *
   * @param kernelFolder within a git working tree
   * @param target an empty folder
   * @return the kernel's folder in the target
   * @throws EnvironmentException if the commit has no such folder, or git or tar fails
   */
  public static Path export(Path kernelFolder, String hash, Path target) {
    Path folder = kernelFolder.toAbsolutePath().normalize();
    Path beside = Optional.ofNullable(folder.getParent()).orElse(folder);
    Path archive = target.resolve("kernels.tar");
    Path tree = target.resolve("kernels");
    boolean archived =
        git(beside, "archive", "--format=tar", "--output=" + archive, hash, ".").isPresent()
            && makeFolder(tree)
            && run(List.of("tar", "-xf", archive.toString(), "-C", tree.toString())).isPresent();
    Path exported = tree.resolve(folder.getFileName());
    if (!archived || !Files.isDirectory(exported)) {
      throw new EnvironmentException(
          "Commit %s has no folder %s, or git and tar could not write it to %s. Look with: git show --stat %s -- %s"
              .formatted(hash, folder, target, hash, folder));
    }
    return exported;
  }

  private static boolean makeFolder(Path folder) {
    try {
      Files.createDirectories(folder);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isDirty(Path folder) {
    return git(folder, "status", "--porcelain", "--", ".").filter(String::isEmpty).isEmpty();
  }

  private static Optional<String> git(Path folder, String... arguments) {
    var command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private static Optional<String> run(List<String> command) {
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
