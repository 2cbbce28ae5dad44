package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.file.ClassPath;
import dev.evokernel.worker.serve.WorkerMain;

/**
 * The command line and environment of a worker's process.
 *
 * @param classPath contains {@link WorkerMain} and the backends
 * @param logs the folder for the processes' output and crash reports; made if missing
 * @param news receives a line for each preparing step that takes longer than a second
 * @param starter starts processes, on this machine or on another that has its own command line
 */
public record LaunchSpec(
    Path java,
    String classPath,
    List<String> jvmFlags,
    Map<String, String> environment,
    int niceness,
    Path logs,
    Consumer<String> news,
    WorkerProcess.Starter starter) {

  private static final List<String> FLAGS =
      List.of(
          "-Xlog:cds=off,aot=off",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xmx512m",
          "-Xrs",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED");

  /** A system property with more flags, separated by spaces: short tests compile less. */
  private static final String MORE_FLAGS = "evo.worker.flags";

  /**
   * Disables NVRTC's own cache in the home folder, which would make compile times look like zero.
   * evo caches binaries itself.
   */
  private static final Map<String, String> NO_HIDDEN_CACHE = Map.of("CUDA_CACHE_DISABLE", "1");

  public LaunchSpec {
    jvmFlags = List.copyOf(jvmFlags);
    environment = Map.copyOf(environment);
    if (niceness < 0 || niceness > 19) {
      throw new IllegalArgumentException("niceness must be from 0 to 19, was " + niceness + ".");
    }
    logs = logs.toAbsolutePath();
  }

  /** Creates a launch on this machine. */
  public LaunchSpec(
      Path java,
      String classPath,
      List<String> jvmFlags,
      Map<String, String> environment,
      int niceness,
      Path logs,
      Consumer<String> news) {
    this(java, classPath, jvmFlags, environment, niceness, logs, news, LocalProcess::start);
  }

  public WorkerProcess.Start start(String name) throws InterruptedException {
    return starter.start(this, name);
  }

  /** Builds a launch with the coordinator's Java, class path and native libraries. */
  public static LaunchSpec ofThisJvm(Path logs) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classPath = ClassPath.ofThisJvm();
    String natives = "-Djava.library.path=" + System.getProperty("java.library.path");
    List<String> flags =
        Stream.of(
                FLAGS.stream(),
                ClassArchive.flags(java, FLAGS, classPath, System.getenv()).stream(),
                Stream.of(natives),
                Stream.of(System.getProperty(MORE_FLAGS, "").split(" ")))
            .flatMap(stream -> stream)
            .filter(flag -> !flag.isEmpty())
            .toList();
    return new LaunchSpec(java, classPath, flags, NO_HIDDEN_CACHE, 0, logs, _ -> {});
  }

  /**
   * Command line of a class's main method.
   *
   * @param flags for this JVM, after the flags of all
   */
  public List<String> command(Class<?> main, List<String> flags, Path... arguments) {
    var command = new ArrayList<String>();
    command.add(java.toString());
    command.addAll(jvmFlags);
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, main.getName()));
    Stream.of(arguments).map(Path::toString).forEach(command::add);
    return command;
  }

  public LaunchSpec with(Map<String, String> variables) {
    var more = new HashMap<>(environment);
    more.putAll(variables);
    return new LaunchSpec(java, classPath, jvmFlags, more, niceness, logs, news, starter);
  }

  /** Replaces the niceness. A process with a high niceness gets a small share of a busy core. */
  public LaunchSpec withNiceness(int other) {
    return new LaunchSpec(java, classPath, jvmFlags, environment, other, logs, news, starter);
  }

  public LaunchSpec telling(Consumer<String> other) {
    return new LaunchSpec(java, classPath, jvmFlags, environment, niceness, logs, other, starter);
  }

  /** Replaces what starts the processes, and their folder of logs there. */
  public LaunchSpec startedBy(WorkerProcess.Starter other, Path otherLogs) {
    return new LaunchSpec(java, classPath, jvmFlags, environment, niceness, otherLogs, news, other);
  }
}
