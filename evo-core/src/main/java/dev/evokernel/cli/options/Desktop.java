package dev.evokernel.cli.options;

import java.io.IOException;
import java.util.Locale;

/** The desktop that evo was started on, where there is one. */
public final class Desktop {

  private Desktop() {}

  /**
   * Opens a file or an address; leaves it to the desktop with which program.
   *
   * @return false if there is no desktop
   */
  public static boolean opens(String what) {
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    try {
      new ProcessBuilder(mac ? "open" : "xdg-open", what)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
