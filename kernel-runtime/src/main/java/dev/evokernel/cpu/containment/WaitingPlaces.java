package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Libraries in which the threads of this process wait: the innermost library above the C library on
 * a waiting thread's stack. A candidate's thread can wait in a lock of OpenMP, so the function that
 * a thread began with counts too. The libraries are read once.
 */
final class WaitingPlaces {

  /** Executable part of a file that is mapped into this process. */
  record Code(long from, long to, Path file) {
    boolean has(long address) {
      return Long.compareUnsigned(from, address) <= 0 && Long.compareUnsigned(address, to) < 0;
    }
  }

  private static final int STACK_BYTES = 2048;

  private static final int WHOLE_STACK_BYTES = 1 << 20;

  /** Words of the C library's description of a thread, which lies behind the stack. */
  private static final int DESCRIPTION_WORDS = 512;

  /** Libraries that wait on behalf of others. */
  private static final Pattern C_LIBRARY =
      Pattern.compile("(libc|libpthread|ld|ld-linux.*|ld-musl.*|libm|librt)(-[0-9.]+)?\\.so.*");

  private static final Pattern OPENMP = Pattern.compile("lib(gomp|omp|iomp5)\\.so.*");

  /** Events that system calls wait for, by the calls' numbers on x86-64 and on AArch64. */
  private static final Map<Integer, String> CALLS =
      System.getProperty("os.arch").equals("aarch64")
          ? Map.of(98, "a futex", 101, "a time", 115, "a time", 73, "events", 22, "events")
          : Map.of(202, "a futex", 35, "a time", 230, "a time", 7, "events", 232, "events");

  private final Path java = Path.of(ProcFile.javaHome());
  private final List<Code> code;

  WaitingPlaces() {
    this.code = mapped();
  }

  /** Recognises a thread that has ended, or that waits in Java or OpenMP. */
  boolean isTrusted(String thread) {
    String call = call(thread);
    if (call.isEmpty()) {
      return true;
    }
    return library(call).filter(this::isTrusted).isPresent() && beganInTrusted(stack(call));
  }

  private boolean isTrusted(Path file) {
    return file.startsWith(java) || OPENMP.matcher(file.getFileName().toString()).matches();
  }

  /**
   * Looks for a trusted function in the description of a thread, whose first and third word are its
   * own address (GNU C library on x86-64). Elsewhere the thread is trusted.
   */
  private boolean beganInTrusted(long stack) {
    List<Long> words = addresses(stack, WHOLE_STACK_BYTES);
    for (int i = 0; i + 2 < words.size(); i++) {
      long own = stack + (long) i * Long.BYTES;
      if (words.get(i) == own && words.get(i + 2) == own) {
        return words.stream()
            .skip(i)
            .limit(DESCRIPTION_WORDS)
            .anyMatch(word -> code.stream().anyMatch(at -> at.has(word) && isTrusted(at.file())));
      }
    }
    return true;
  }

  /** Describes a thread; completes "thread 1234 that …". */
  String account(String thread) {
    String call = call(thread);
    int number = waiting(call) ? Integer.parseInt(call.substring(0, call.indexOf(' '))) : -1;
    return number < 0
        ? "still runs"
        : "waits for " + CALLS.getOrDefault(number, "system call " + number);
  }

  /** System call of a thread, with its stack pointer and program counter. */
  private static String call(String thread) {
    return ProcFile.text("/proc/self/task/" + thread + "/syscall").strip();
  }

  private static boolean waiting(String call) {
    return !call.isEmpty() && Character.isDigit(call.charAt(0));
  }

  private Optional<Path> library(String call) {
    if (!waiting(call)) {
      return Optional.empty();
    }
    long counter = Long.parseUnsignedLong(call.substring(call.lastIndexOf(' ') + 3), 16);
    return Stream.concat(Stream.of(counter), addresses(stack(call), STACK_BYTES).stream())
        .flatMap(address -> code.stream().filter(part -> part.has(address)))
        .map(Code::file)
        .filter(file -> !C_LIBRARY.matcher(file.getFileName().toString()).matches())
        .findFirst();
  }

  private static long stack(String call) {
    String[] words = call.split(" ", -1);
    return Long.parseUnsignedLong(words[words.length - 2].substring(2), 16);
  }

  private static List<Long> addresses(long stack, int most) {
    var words = new ArrayList<Long>();
    try (var memory = new RandomAccessFile("/proc/self/mem", "r")) {
      byte[] bytes = new byte[most];
      memory.seek(stack);
      int read = memory.read(bytes);
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
      for (int i = 0; i + Long.BYTES <= read; i += Long.BYTES) {
        words.add(buffer.getLong(i));
      }
    } catch (IOException gone) {
      // The thread and its stack have ended.
    }
    return words;
  }

  /** Code of the libraries that are loaded. */
  static List<Code> mapped() {
    var code = new ArrayList<Code>();
    for (String line : ProcFile.text("/proc/self/maps").lines().toList()) {
      int name = line.indexOf('/');
      if (name > 0 && (line.contains(" r-xp ") || line.contains(" rwxp "))) {
        int dash = line.indexOf('-');
        code.add(
            new Code(
                Long.parseUnsignedLong(line.substring(0, dash), 16),
                Long.parseUnsignedLong(line.substring(dash + 1, line.indexOf(' ')), 16),
                Path.of(line.substring(name))));
      }
    }
    return code;
  }
}
