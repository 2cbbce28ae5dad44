package dev.evokernel.dashboard.command;

import dev.evokernel.cli.extension.RunOptions;
import dev.evokernel.tuning.session.TuningSession;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option {@code evo run --dashboard}. */
public final class DashboardRunOptions implements RunOptions {

  @Option(
      names = "--dashboard",
      paramLabel = "HOST:PORT",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Serves the results as web pages during the run (see: evo dashboard); default: on"
              + " loopback.")
  private @Nullable String listen;

  @Override
  public Companion accompany(TuningSession session, Consumer<String> news) {
    return listen == null
        ? Companion.NONE
        : DashboardProcess.start(session.spec().origin().results(), listen, news);
  }
}
