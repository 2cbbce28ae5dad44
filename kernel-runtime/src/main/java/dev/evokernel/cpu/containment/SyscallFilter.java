package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Seccomp filter of system calls for one architecture. Numbers from {@code asm/unistd.h} and {@code
 * linux/audit.h}.
 *
 * @param architecture the kernel's number in a filter's data
 * @param fork the call with the flags of a new process in its first argument
 * @param fork3 the call with these flags in a structure; the C library falls back to {@code fork}
 * @param denied sockets, asynchronous calls that bypass the filter, and memory or messages of the
 *     system that outlive the process
 */
record SyscallFilter(int architecture, int fork, int fork3, List<Integer> denied) {

  private static final SyscallFilter X86_64 =
      new SyscallFilter(
          0xC000_003E,
          56,
          435,
          // socket, io_uring_setup, shmget, semget, msgget, mq_open, add_key, keyctl,
          // userfaultfd, with which results could be computed when evo reads them
          List.of(41, 425, 29, 64, 68, 240, 248, 250, 323));

  private static final SyscallFilter AARCH64 =
      new SyscallFilter(
          0xC000_00B7, 220, 435, List.of(198, 425, 194, 190, 186, 180, 217, 219, 282));

  private static final int PR_GET_SECCOMP = 21;
  private static final int SET_MODE_FILTER = 1;

  /**
   * Flag without which old kernels slow down the thread's speculation, and with it every
   * measurement.
   */
  private static final int SPEC_ALLOW = 4;

  private static final int LOAD = 0x20;
  private static final int EQUAL = 0x15;
  private static final int AT_LEAST = 0x35;
  private static final int ANY_BIT = 0x45;
  private static final int RETURN = 0x06;

  private static final int NUMBER_OFFSET = 0;
  private static final int ARCHITECTURE_OFFSET = 4;
  private static final int FIRST_ARGUMENT_OFFSET = 16;

  private static final int ALLOW = 0x7FFF_0000;
  private static final int FAIL = 0x0005_0000;
  private static final int EPERM = 1;
  private static final int EACCES = 13;
  private static final int ENOSYS = 38;

  /** Calls of another width, with other numbers. */
  private static final int X32 = 0x4000_0000;

  private static final int CLONE_PARENT = 0x8000;
  private static final int INSTRUCTION_BYTES = 8;

  /** Step of the filter: an operation, how many steps to skip if true and if false, an operand. */
  private record Instruction(int code, int ifTrue, int ifFalse, int operand) {}

  /** Filter for this machine; empty on an unknown architecture. */
  static Optional<SyscallFilter> ofThisMachine() {
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> Optional.of(X86_64);
      case "aarch64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }

  static boolean isOffered() {
    return ofThisMachine().isPresent() && Libc.prctl(PR_GET_SECCOMP, 0) >= 0;
  }

  void install() {
    List<Instruction> program = program();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment code = arena.allocate((long) program.size() * INSTRUCTION_BYTES, Long.BYTES);
      IntStream.range(0, program.size())
          .forEach(
              i -> {
                Instruction step = program.get(i);
                long at = (long) i * INSTRUCTION_BYTES;
                code.set(ValueLayout.JAVA_SHORT, at, (short) step.code());
                code.set(ValueLayout.JAVA_BYTE, at + 2, (byte) step.ifTrue());
                code.set(ValueLayout.JAVA_BYTE, at + 3, (byte) step.ifFalse());
                code.set(ValueLayout.JAVA_INT, at + 4, step.operand());
              });
      MemorySegment description = arena.allocate(2 * Long.BYTES, Long.BYTES);
      description.set(ValueLayout.JAVA_SHORT, 0, (short) program.size());
      description.set(ValueLayout.ADDRESS, Long.BYTES, code);
      Syscalls.call(Syscalls.seccomp(), SET_MODE_FILTER, SPEC_ALLOW, description.address());
    }
  }

  private List<Instruction> program() {
    var program = new ArrayList<Instruction>();
    program.add(new Instruction(LOAD, 0, 0, ARCHITECTURE_OFFSET));
    program.add(new Instruction(EQUAL, 1, 0, architecture));
    program.add(new Instruction(RETURN, 0, 0, FAIL | EPERM));
    program.add(new Instruction(LOAD, 0, 0, NUMBER_OFFSET));
    program.add(new Instruction(AT_LEAST, 0, 1, X32));
    program.add(new Instruction(RETURN, 0, 0, FAIL | EPERM));
    for (int number : denied) {
      program.add(new Instruction(EQUAL, 0, 1, number));
      program.add(new Instruction(RETURN, 0, 0, FAIL | EACCES));
    }
    program.add(new Instruction(EQUAL, 0, 1, fork3));
    program.add(new Instruction(RETURN, 0, 0, FAIL | ENOSYS));
    program.add(new Instruction(EQUAL, 0, 3, fork));
    program.add(new Instruction(LOAD, 0, 0, FIRST_ARGUMENT_OFFSET));
    program.add(new Instruction(ANY_BIT, 0, 1, CLONE_PARENT));
    program.add(new Instruction(RETURN, 0, 0, FAIL | EPERM));
    program.add(new Instruction(RETURN, 0, 0, ALLOW));
    return program;
  }
}
