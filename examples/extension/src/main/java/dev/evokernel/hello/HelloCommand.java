package dev.evokernel.hello;

import dev.evokernel.backend.Backend;
import dev.evokernel.cli.ExtensionCommand;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo hello}. */
@Command(name = "hello", description = "Lists the backends of this machine.")
public final class HelloCommand implements Runnable, ExtensionCommand {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    Backend.all().forEach(backend -> out.println("Hello from " + backend.name() + "."));
    out.flush();
  }
}
