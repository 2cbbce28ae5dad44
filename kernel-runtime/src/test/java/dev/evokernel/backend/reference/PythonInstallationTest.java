package dev.evokernel.backend.reference;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Digest of an installed Python, which is not started. */
final class PythonInstallationTest {

  @TempDir private Path folder;

  private Path packages = Path.of("");

  @BeforeEach
  void install() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("venv/bin"));
    Files.createFile(
        bin.resolve("python3"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    packages = Files.createDirectories(folder.resolve("venv/lib/python3.13/site-packages"));
    Files.createDirectory(packages.resolve("numpy-2.0.0.dist-info"));
  }

  private String digest() throws IOException {
    return new PythonInstallation(
            Map.of(
                "PATH", "/nowhere:" + folder.resolve("venv/bin"),
                "HOME", folder.toString(),
                "PYTHONPATH", folder.resolve("path").toString()))
        .digest();
  }

  @Test
  void digest_ofAnUnchangedInstallation_staysEqual() throws IOException {
    String before = digest();
    Files.createDirectory(packages.resolve("numpy"));
    Files.createDirectory(packages.resolve("__pycache__"));
    assertThat(digest()).isEqualTo(before);
  }

  @Test
  void digest_afterAnUpgrade_differs() throws IOException {
    String before = digest();
    Files.move(
        packages.resolve("numpy-2.0.0.dist-info"), packages.resolve("numpy-2.1.0.dist-info"));
    assertThat(digest()).isNotEqualTo(before);
  }

  @Test
  void digest_ofAnotherPython_differs() throws IOException {
    String before = digest();
    Files.writeString(folder.resolve("venv/bin/python3"), "another");
    assertThat(digest()).isNotEqualTo(before);
  }

  @Test
  void digest_ofAPackageOnThePath_differs() throws IOException {
    String before = digest();
    Files.createDirectories(folder.resolve("path/torch-2.6.0.egg-info"));
    assertThat(digest()).isNotEqualTo(before);
  }
}
