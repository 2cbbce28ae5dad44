package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Confinement of a thread's access to files by Linux, without privileges; numbers from {@code
 * linux/landlock.h}.
 */
final class Landlock {

  private static final int CREATE_RULESET = 444;
  private static final int ADD_RULE = 445;
  private static final int RESTRICT_SELF = 446;
  private static final long VERSION_FLAG = 1;
  private static final long PATH_BENEATH = 1;

  private static final long WRITE_FILE = 1 << 1;
  private static final long TRUNCATE = 1 << 14;

  /** Writing, removing and creating of every kind: the rights of the first version. */
  private static final long CHANGES = WRITE_FILE | 0x1FF0;

  private static final long REFER = 1 << 13;

  private static final int RULE_BYTES = 12;

  private Landlock() {}

  static int version() {
    return Math.toIntExact(Math.max(0, Syscalls.call(CREATE_RULESET, 0, 0, VERSION_FLAG)));
  }

  /**
   * Forbids the calling thread and its descendants to change any file or folder.
   *
   * @param except files that remain writable
   */
  static void forbidWriting(List<Path> except) {
    int version = version();
    if (version == 0) {
      return;
    }
    long truncating = version >= 3 ? TRUNCATE : 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment rights = arena.allocateFrom(ValueLayout.JAVA_LONG, handled(version));
      long ruleset = Syscalls.call(CREATE_RULESET, rights.address(), Long.BYTES, 0);
      for (Path file : except) {
        int descriptor = Syscalls.open(file);
        MemorySegment rule = arena.allocate(RULE_BYTES, Long.BYTES);
        rule.set(ValueLayout.JAVA_LONG, 0, WRITE_FILE | truncating);
        rule.set(ValueLayout.JAVA_INT, Long.BYTES, descriptor);
        Syscalls.call(ADD_RULE, ruleset, PATH_BENEATH, rule.address());
        Syscalls.close(descriptor);
      }
      Syscalls.call(RESTRICT_SELF, ruleset, 0, 0);
      Syscalls.close(Math.toIntExact(ruleset));
    }
  }

  private static long handled(int version) {
    return CHANGES | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
  }
}
