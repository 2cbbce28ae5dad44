package dev.evokernel.worker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a worker's process is started.
 *
 * @param java the executable
 * @param classPath where {@link WorkerMain} and the backends are
 * @param jvmFlags for the worker's JVM
 * @param environment variables on top of the coordinator's own
 * @param logs the folder for what the processes print and for crash reports; made when missing
 */
public record LaunchSpec(
    Path java,
    String classPath,
    List<String> jvmFlags,
    Map<String, String> environment,
    Path logs) {

  private static final List<String> FLAGS =
      List.of(
          "-Xshare:auto",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xmx512m",
          "-Xrs",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED");

  public LaunchSpec {
    jvmFlags = List.copyOf(jvmFlags);
    environment = Map.copyOf(environment);
    logs = logs.toAbsolutePath();
  }

  /** The same Java and class path that the coordinator runs on. */
  public static LaunchSpec ofThisJvm(Path logs) {
    return new LaunchSpec(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        System.getProperty("java.class.path"),
        FLAGS,
        Map.of(),
        logs);
  }

  /** The same with one more environment variable. */
  public LaunchSpec withEnvironment(String name, String value) {
    var extended = new TreeMap<>(environment);
    extended.put(name, value);
    return new LaunchSpec(java, classPath, jvmFlags, extended, logs);
  }
}
