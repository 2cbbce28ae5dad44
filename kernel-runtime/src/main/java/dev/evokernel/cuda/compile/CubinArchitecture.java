package dev.evokernel.cuda.compile;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compatibility of devices with architectures of cubins. */
final class CubinArchitecture {

  private static final Pattern NAME = Pattern.compile("sm_(\\d+)(\\d)([af]?)");

  private CubinArchitecture() {}

  /**
   * Decides whether a device runs a cubin: within one major version, of no later minor version. A
   * cubin with an architecture's own instructions ({@code a}) runs only on that architecture.
   *
   * @param wanted for example {@code sm_90}; empty for the device's own
   * @param device for example {@code sm_90a}
   */
  static boolean runs(String wanted, String device) {
    Matcher cubin = NAME.matcher(wanted);
    Matcher own = NAME.matcher(device);
    if (wanted.isEmpty() || !cubin.matches() || !own.matches()) {
      return wanted.isEmpty();
    }
    int minor = Integer.parseInt(cubin.group(2));
    int has = Integer.parseInt(own.group(2));
    return cubin.group(1).equals(own.group(1))
        && (cubin.group(3).equals("a") ? minor == has : minor <= has);
  }
}
