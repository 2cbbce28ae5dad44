package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Seccomp filter of system calls for one architecture. Numbers from {@code asm/unistd.h} and {@code
 * linux/audit.h}.
 *
 * @param architecture the kernel's number in a filter's data
 * @param fork the call with the flags of a new process in its first argument
 * @param fork3 the call with these flags in a structure; the C library falls back to {@code fork}
 * @param denied sockets, asynchronous calls that bypass the filter, memory and messages that
 *     outlive the process, attributes of files, other processes, and the machine's clock
 * @param narrowed calls that keep one harmless use each, in the order of {@link #harmless}
 */
record SyscallFilter(
    int architecture, int fork, int fork3, List<Integer> denied, List<Integer> narrowed) {

  private static final SyscallFilter X86_64 =
      new SyscallFilter(
          0xC000_003E,
          56,
          435,
          // socket, io_uring_setup, shmget, semget, msgget, mq_open, add_key, keyctl
          numbers(
              "41 425 29 64 68 240 248 250"
                  // chmod, fchmod, chown, fchown, lchown, fchownat, fchmodat, fchmodat2
                  + " 90 91 92 93 94 260 268 452"
                  // utime, utimes, futimesat, utimensat, setxattr…, removexattr…, file_setattr
                  + " 132 235 261 280 188 189 190 463 197 198 199 466 469"
                  // ptrace, process_vm_…, process_madvise, process_mrelease, pidfd_…
                  + " 101 310 311 440 448 424 434 438"
                  // userfaultfd, with which results could be computed when evo reads them
                  + " 323"
                  // tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, mlockall, the clock
                  + " 200 129 297 151 164 227 159 305"),
          numbers("62 234 302 13 141 251"));

  private static final SyscallFilter AARCH64 =
      new SyscallFilter(
          0xC000_00B7,
          220,
          435,
          numbers(
              "198 425 194 190 186 180 217 219 52 53 54 55 452 88 5 6 7 463 14 15 16 466 469 117 270"
                  + " 271 440 448 424 434 438 282 130 138 240 230 170 112 171 266"),
          numbers("129 131 261 134 140 30"));

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
  private static final int SECOND_ARGUMENT_OFFSET = 24;

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

  private static List<Integer> numbers(String words) {
    return Stream.of(words.split(" ", -1)).map(Integer::valueOf).toList();
  }

  /** Values that words of the arguments must have, by their offset. */
  private static List<Map<Integer, Integer>> harmless() {
    int own = Math.toIntExact(ProcessHandle.current().pid());
    return List.of(
        Map.of(FIRST_ARGUMENT_OFFSET, own), // kill
        Map.of(FIRST_ARGUMENT_OFFSET, own), // tgkill
        Map.of(FIRST_ARGUMENT_OFFSET, 0), // prlimit64 of this process
        Map.of(SECOND_ARGUMENT_OFFSET, 0, SECOND_ARGUMENT_OFFSET + 4, 0), // rt_sigaction, asking
        Map.of(FIRST_ARGUMENT_OFFSET, 0, SECOND_ARGUMENT_OFFSET, 0), // setpriority of this thread
        Map.of(FIRST_ARGUMENT_OFFSET, 1, SECOND_ARGUMENT_OFFSET, 0)); // ioprio_set, likewise
  }

  /** Steps that end with a decision if the number is that of a narrowed call. */
  private static List<Instruction> narrowing(int number, Map<Integer, Integer> words) {
    var steps = new ArrayList<Instruction>();
    int last = 2 * words.size() + 1;
    steps.add(new Instruction(EQUAL, 0, last + 1, number));
    words.forEach(
        (offset, value) -> {
          steps.add(new Instruction(LOAD, 0, 0, offset));
          steps.add(new Instruction(EQUAL, 0, last - steps.size(), value));
        });
    steps.add(new Instruction(RETURN, 0, 0, ALLOW));
    steps.add(new Instruction(RETURN, 0, 0, FAIL | EPERM));
    return steps;
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
    List<Map<Integer, Integer>> harmless = harmless();
    for (int i = 0; i < narrowed.size(); i++) {
      program.addAll(narrowing(narrowed.get(i), harmless.get(i)));
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
