package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.Evo;
import dev.evokernel.cli.ExtensionOptions;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.TuningSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class DashboardRunOptions implements ExtensionOptions {

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
  public String command() {
    return "run";
  }

  @Override
  public Runnable accompany(TuningSession session, Consumer<String> news) {
    return listen == null
        ? () -> {}
        : DashboardProcess.start(session.spec().origin().results(), listen, news);
  }

  /**
   * Process of {@code evo dashboard} beside a run, at the lowest priority. Its memory and time are
   * separate from the run's. It ends with the process that started it, even after a kill.
   */
  private record DashboardProcess(Process process) implements Runnable {

    private static final Path NICE = Path.of("/usr/bin/nice");

    private static final String ADDRESS = "Dashboard:";

    /**
     * Starts the process and waits for its address.
     *
     * @param listen empty for the default address
     * @throws EnvironmentException if the dashboard does not start
     */
    static DashboardProcess start(Path results, String listen, Consumer<String> news) {
      try {
        Process process = builder(results, listen).start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        if (line == null || !line.startsWith(ADDRESS)) {
          throw new EnvironmentException(
              "The dashboard did not start: "
                  + Objects.requireNonNullElse(line, "")
                  + out.lines().collect(Collectors.joining(" ")));
        }
        news.accept(line.replaceAll(" +", " "));
        // Reads further output, such as the certificate's fingerprint, so that the process never
        // blocks.
        Thread.ofVirtual().start(() -> out.lines().forEach(news));
        return new DashboardProcess(process);
      } catch (IOException e) {
        throw new EnvironmentException("The dashboard did not start: " + e.getMessage(), e);
      }
    }

    private static ProcessBuilder builder(Path results, String listen) {
      List<String> command = new ArrayList<>();
      if (Files.isExecutable(NICE)) {
        command.addAll(List.of(NICE.toString(), "-n", "19"));
      }
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(
          List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-Xlog:cds=off"));
      for (String property :
          List.of(Launcher.PROPERTY, "java.library.path", "org.sqlite.lib.path")) {
        String value = System.getProperty(property);
        if (value != null) {
          command.add("-D" + property + "=" + value);
        }
      }
      command.addAll(
          List.of(
              "-cp",
              System.getProperty("java.class.path"),
              Evo.class.getName(),
              "dashboard",
              results.toString(),
              "--until-end-of-input"));
      if (!listen.isEmpty()) {
        command.addAll(List.of("--listen", listen));
      }
      return new ProcessBuilder(command).redirectErrorStream(true);
    }

    /** Ends the process, which waits for the end of its input. */
    @Override
    public void run() {
      try {
        process.getOutputStream().close();
      } catch (IOException e) {
        process.destroy();
      }
    }
  }
}
