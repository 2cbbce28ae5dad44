package com.example.hello;

import dev.evokernel.cli.options.ResultsOption;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.run.StoredRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo hello}: counts the runs of a results folder. */
@Command(
    name = "hello",
    mixinStandardHelpOptions = true,
    description = "Counts the runs of a results folder, and names the newest one.")
final class HelloCommand implements Runnable {

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    try (ResultStore store = results.open()) {
      StoredRun newest = store.run("latest");
      spec.commandLine()
          .getOut()
          .printf("Hello from %d runs; the newest is %s.%n", store.runs().size(), newest.id());
    }
  }
}
