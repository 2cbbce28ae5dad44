package dev.evokernel.cli;

import picocli.CommandLine.Command;

@Command(name = "RunCommand")
final class RunCommand implements Runnable {
  @Override
  public void run() {}
}
