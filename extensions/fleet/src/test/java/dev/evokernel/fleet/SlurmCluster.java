package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/**
 * Slurm on this machine: its controller, two nodes of one core, and the service that authenticates
 * them, each a process of this test. The partition {@code urgent} preempts the partition {@code
 * gpu}.
 */
final class SlurmCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path folder;
  private final List<Process> daemons = new ArrayList<>();

  private SlurmCluster(Path folder) {
    this.folder = folder;
  }

  /** Starts the cluster; a test is skipped where Slurm is not installed. */
  static SlurmCluster start(Path folder) throws IOException, InterruptedException {
    for (String program : List.of("munged", "slurmctld", "slurmd", "srun")) {
      assumeTrue(found(program).isPresent(), "Slurm is not installed: no " + program + " in PATH.");
    }
    var cluster = new SlurmCluster(Files.createDirectories(folder).toRealPath());
    try {
      cluster.start();
      return cluster;
    } catch (IOException | InterruptedException | AssertionError e) {
      cluster.close();
      throw e;
    }
  }

  private static Optional<Path> found(String program) {
    return Stream.of((System.getenv("PATH") + ":/usr/sbin").split(":"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private void start() throws IOException, InterruptedException {
    Path key = folder.resolve("munge.key");
    Files.write(key, new byte[128]);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Files.createDirectories(folder.resolve("state"));
    String user = System.getProperty("user.name");
    Files.writeString(
        folder.resolve("slurm.conf"),
        """
      ClusterName=test
      SlurmctldHost=localhost
      SlurmctldPort=%d
      SlurmUser=%s
      SlurmdUser=%2$s
      AuthType=auth/munge
      AuthInfo=socket=%s/munge.socket
      StateSaveLocation=%3$s/state
      SlurmdSpoolDir=%3$s/spool-%%n
      SlurmctldPidFile=%3$s/slurmctld.pid
      SlurmdPidFile=%3$s/slurmd-%%n.pid
      ProctrackType=proctrack/linuxproc
      TaskPlugin=task/none
      SelectType=select/cons_tres
      SelectTypeParameters=CR_CPU
      PreemptType=preempt/partition_prio
      PreemptMode=CANCEL
      MpiDefault=none
      KillWait=5
      NodeName=node1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d CPUs=1 State=UNKNOWN
      NodeName=node2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d CPUs=1 State=UNKNOWN
      PartitionName=gpu Nodes=node[1-2] Default=YES PriorityTier=1
      PartitionName=urgent Nodes=node[1-2] PriorityTier=2 PreemptMode=OFF
      """
            .formatted(freePort(), user, folder, freePort(), freePort()));
    daemon(
        "munged",
        "--foreground",
        "--force",
        "--key-file=" + key,
        "--socket=" + folder.resolve("munge.socket"),
        "--pid-file=" + folder.resolve("munge.pid"),
        "--seed-file=" + folder.resolve("munge.seed"),
        "--log-file=" + folder.resolve("munge.log"));
    await(() -> Files.exists(folder.resolve("munge.socket")));
    daemon("slurmctld", "-D");
    daemon("slurmd", "-D", "-N", "node1");
    daemon("slurmd", "-D", "-N", "node2");
    await(() -> output("sinfo", "--noheader", "--format=%t %D").strip().equals("idle 2"));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void daemon(String... command) throws IOException {
    command[0] = found(command[0]).orElseThrow().toString();
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("daemon-%d.log".formatted(daemons.size())).toFile());
    builder.environment().putAll(environment());
    daemons.add(builder.start());
  }

  /** Environment in which Slurm's commands know the cluster. */
  Map<String, String> environment() {
    return Map.of("SLURM_CONF", folder.resolve("slurm.conf").toString());
  }

  /** Output of one of Slurm's commands. */
  String output(String... command) {
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment());
    try {
      return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Submits a job that does nothing on a number of nodes. */
  void occupy(String partition, int nodes) {
    assertThat(
            output(
                "sbatch",
                "--partition=" + partition,
                "--nodes=" + nodes,
                "--job-name=other",
                "--output=/dev/null",
                "--chdir=/",
                "--wrap=sleep 600"))
        .contains("Submitted batch job");
  }

  void free() {
    output("scancel", "--name=other");
  }

  /** Jobs of evo, a line each with name and state. */
  List<String> jobs() {
    return output("squeue", "--noheader", "--format=%j %T")
        .lines()
        .filter(job -> job.startsWith("evo-"))
        .toList();
  }

  void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("%s: %s", folder, jobs()).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  @Override
  public void close() {
    for (Process daemon : daemons.reversed()) {
      daemon.destroy();
      var _ =
          daemon
              .onExit()
              .completeOnTimeout(daemon, 10, TimeUnit.SECONDS)
              .thenApply(Process::destroyForcibly)
              .join();
    }
  }
}
