package dev.evokernel.cpu;

import module java.base;

/** Files of {@code /proc} and {@code /sys}; a missing one is empty. */
final class ProcFile {

  private ProcFile() {}

  static String text(String file) {
    try (var stream = new FileInputStream(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }
}
