package dev.evokernel.cpu.containment;

import module java.base;

import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.file.Unconfined;

/**
 * Confinement of a thread that runs candidates, and of its descendants. The thread gives up writing
 * files (Landlock), and by seccomp sockets, attributes of files, other processes, and handlers of
 * signals, which another thread would run. The process's data is limited to the machine's memory,
 * and it dumps no core. Protections that the system does not offer are skipped.
 */
public final class Confinement {

  private static final int RLIMIT_DATA = 2;
  private static final int RLIMIT_CORE = 4;
  private static final Pattern MEMORY = Pattern.compile("MemTotal:\\s+(\\d+) kB");
  private static final String CRASH_REPORT = "-XX:ErrorFile=";

  private Confinement() {}

  /**
   * Confines the calling thread permanently. From then on, {@link Unconfined} does work for it that
   * it cannot do itself.
   */
  public static void enter() {
    Unconfined.keep();
    Libc.limit(RLIMIT_CORE, 0);
    memory().ifPresent(bytes -> Libc.limit(RLIMIT_DATA, bytes));
    Syscalls.renouncePrivileges();
    Landlock.forbidWriting(
        Stream.concat(Stream.of(Path.of("/dev/null")), crashReport().stream()).toList());
    SyscallFilter.ofThisMachine().ifPresent(SyscallFilter::install);
  }

  /** Protections that this machine offers, for {@code evo doctor}. */
  public static Requirement requirement() {
    int landlock = Landlock.version();
    boolean filters = SyscallFilter.isOffered();
    var found = new ArrayList<String>();
    found.add(
        landlock > 0
            ? "no writing of files (Landlock " + landlock + ")"
            : "files can be written (no Landlock)");
    found.add(filters ? "no sockets (seccomp)" : "sockets can be opened (no seccomp)");
    boolean whole = landlock > 0 && filters;
    return new Requirement(
        "isolation",
        whole,
        false,
        "candidates: " + String.join(", ", found),
        whole
            ? ""
            : "Linux 5.13 or newer with 'landlock' in its list of security modules (lsm=), and a"
                + " container that allows both, isolate candidates.");
  }

  /** Size of the machine's memory in bytes. */
  private static OptionalLong memory() {
    Matcher total = MEMORY.matcher(ProcFile.text("/proc/meminfo"));
    return total.find()
        ? OptionalLong.of(Long.parseLong(total.group(1)) << 10)
        : OptionalLong.empty();
  }

  /**
   * Finds the file of the JVM's crash report, which the crashing thread writes. An empty file is
   * created, because only an existing file can be excepted.
   */
  private static Optional<Path> crashReport() {
    Optional<Path> file =
        List.of(ProcFile.text("/proc/self/cmdline").split("\0", -1)).stream()
            .filter(word -> word.startsWith(CRASH_REPORT))
            .map(word -> Path.of(word.substring(CRASH_REPORT.length())))
            .findFirst();
    return file.filter(
        path -> {
          try {
            if (!Files.exists(path)) {
              Files.createFile(path);
            }
            return true;
          } catch (IOException e) {
            return false;
          }
        });
  }
}
