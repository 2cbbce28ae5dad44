package dev.evokernel.cli;

import picocli.CommandLine.Command;

@Command(name = "ShowCommand")
final class ShowCommand implements Runnable {
  @Override
  public void run() {}
}
