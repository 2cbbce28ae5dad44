package dev.evokernel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "evo " + text(), "Java " + Runtime.version() + ", " + System.getProperty("os.arch")
    };
  }

  /** For example {@code 0.1.0}. */
  static String text() {
    try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
      var properties = new Properties();
      properties.load(Objects.requireNonNull(file, "version.properties is part of the jar"));
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
