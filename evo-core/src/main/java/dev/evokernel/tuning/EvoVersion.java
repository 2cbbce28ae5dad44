package dev.evokernel.tuning;

import module java.base;

/** Version that the build wrote into the jar. */
public final class EvoVersion {

  private EvoVersion() {}

  public static String text() {
    try (InputStream file = EvoVersion.class.getResourceAsStream("version.properties")) {
      var properties = new Properties();
      properties.load(Objects.requireNonNull(file, "version.properties is part of the jar"));
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
