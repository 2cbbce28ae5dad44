package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Group("Read results")
@Command(
    name = "dashboard",
    description = {
      "Serves the runs of a results folder as live web pages.",
      "Serves until it is stopped, and only reads; runs may start, stop and be killed at any time."
    },
    exitCodeList = {"2:bad input, or the address is in use", "130:stopped"})
public final class DashboardCommand implements Callable<Integer>, ExtensionCommand {

  @Parameters(
      paramLabel = "RESULTS",
      arity = "0..1",
      defaultValue = "results",
      description = "The results folder (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Option(names = "--open", description = "Opens the page in the browser.")
  private boolean open;

  /** Ends with standard input, whose other end the starting process holds. */
  @Option(names = "--until-end-of-input", hidden = true)
  private boolean untilEndOfInput;

  @Mixin private DashboardOptions options = new DashboardOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Path folder = results.toAbsolutePath().normalize();
    PrintWriter out = spec.commandLine().getOut();
    try (Dashboard dashboard = started(options.settings(folder))) {
      out.println("Dashboard:  " + dashboard.address());
      options
          .fingerprint()
          .ifPresent(
              sum -> {
                out.println("The certificate is self-signed; browsers warn of it.");
                out.println("SHA-256:    " + sum);
              });
      out.flush();
      if (open && !Terminal.opens(dashboard.address())) {
        out.println("No browser could be started. Open the address in a browser.");
        out.flush();
      }
      await();
      return 0;
    }
  }

  /** Takes a free port if the default port is in use. */
  private Dashboard started(DashboardSettings settings) {
    try {
      return Dashboard.start(settings);
    } catch (EnvironmentException e) {
      if (options.isFixed()) {
        throw e;
      }
      return Dashboard.start(
          new DashboardSettings(
              settings.results(),
              new InetSocketAddress(settings.listen().getAddress(), 0),
              settings.token(),
              settings.tls(),
              settings.hosts()));
    }
  }

  private void await() throws InterruptedException {
    if (!untilEndOfInput) {
      new CountDownLatch(1).await();
    }
    try {
      var _ = System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The starting process has ended.
    }
  }
}
