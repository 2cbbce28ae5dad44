package dev.evokernel.cli.options;

import java.io.IOException;

/** Opens files with the desktop's programs. */
public final class Desktop {

  private Desktop() {}

  /**
   * Opens a file or an address.
   *
   * @return false without a desktop
   */
  public static boolean opens(String what) {
    try {
      new ProcessBuilder("xdg-open", what)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
