package dev.evokernel.cli;

import picocli.CommandLine.Command;

@Command(name = "LeaderboardCommand")
final class LeaderboardCommand implements Runnable {
  @Override
  public void run() {}
}
