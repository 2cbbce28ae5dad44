package dev.evokernel.cli;

import picocli.CommandLine.Command;

@Command(name = "ExportCommand")
final class ExportCommand implements Runnable {
  @Override
  public void run() {}
}
