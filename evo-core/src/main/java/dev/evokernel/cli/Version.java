package dev.evokernel.cli;

import dev.evokernel.tuning.device.EvoVersion;
import picocli.CommandLine.IVersionProvider;

/** Output of {@code evo --version}. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "evo " + EvoVersion.text(), "Java " + Runtime.version() + ", " + System.getProperty("os.arch")
    };
  }
}
