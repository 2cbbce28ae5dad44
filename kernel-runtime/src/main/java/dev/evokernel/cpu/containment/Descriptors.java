package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Open file descriptors of this process and their targets. The JVM opens a library of classes at
 * the first use and keeps it open.
 */
record Descriptors(Map<String, String> before) implements StateTrace {

  private static final String FOLDER = "/proc/self/fd";
  private static final String LISTING = "/proc/" + ProcessHandle.current().pid() + "/fd";

  /** Pause before the second look, because another thread may have a file open for a moment. */
  private static final long PAUSE_NANOS = 2_000_000;

  static Descriptors now() {
    return new Descriptors(open());
  }

  @Override
  public List<String> changes() {
    List<String> found = opened();
    if (!found.isEmpty()) {
      LockSupport.parkNanos(PAUSE_NANOS);
      found = opened();
    }
    return found;
  }

  private List<String> opened() {
    var found = new ArrayList<String>();
    open()
        .forEach(
            (descriptor, target) -> {
              if (!target.equals(before.get(descriptor)) && !isClasses(target)) {
                found.add("file descriptor %s of %s".formatted(descriptor, target));
              }
            });
    return found;
  }

  private static Map<String, String> open() {
    List<String> descriptors = ProcFile.names(FOLDER);
    List<String> targets =
        Libc.targets(descriptors.stream().map(number -> FOLDER + "/" + number).toList());
    var open = new HashMap<String, String>();
    for (int i = 0; i < descriptors.size(); i++) {
      if (!targets.get(i).isEmpty() && !targets.get(i).equals(LISTING)) {
        open.put(descriptors.get(i), targets.get(i));
      }
    }
    return open;
  }

  private static boolean isClasses(String target) {
    return target.endsWith(".jar") || target.startsWith(ProcFile.javaHome());
  }
}
