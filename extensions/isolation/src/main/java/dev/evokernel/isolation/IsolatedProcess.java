package dev.evokernel.isolation;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.GuardedRange;
import dev.evokernel.backend.Isolation;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.backend.file.Unconfined;
import dev.evokernel.outcome.FatalSignal;
import dev.evokernel.outcome.Rejection;

/**
 * Process that runs one library for this process ({@code host.c}). It shares the kernel's buffers,
 * and a page through which it is told what to do; it cannot reach expected outputs, digests or
 * clocks, cannot start processes, and is stopped while outputs are compared.
 *
 * <p>Confined to the device's thread.
 */
final class IsolatedProcess implements Isolation.Isolated {

  private static final int BEGIN = 0;
  private static final int MAP = 1;
  private static final int PROTECT = 2;
  private static final int LOAD = 3;
  private static final int CALL = 4;

  // The page of orders, as host.c lays it out.
  private static final long ASKED = 0;
  private static final long DONE = 4;
  private static final long SLEEPING = 8;
  private static final long KIND = 12;
  private static final long STATUS = 16;
  private static final long ALLOWED = 20;
  private static final long PLACE = 24;
  private static final long BYTES = 32;
  private static final long OFFSET = 40;
  private static final long FAULT = 48;
  private static final long WHOLE = 56;
  private static final long REAL = 120;
  private static final long STACK = 184;
  private static final long TEXT = 440;
  private static final int TEXT_BYTES = 2048;

  private static final int WHOLE_REGISTERS = Libc.AARCH64 ? 8 : 6;
  private static final int REAL_REGISTERS = 8;
  private static final int STACK_SLOTS = 32;

  static final long PAGE = 4096;

  private static final int SPINS = 2_000;
  private static final long LOOK_NANOS = 2_000_000;

  private static final int FUTEX_WAIT = 0;
  private static final int FUTEX_WAKE = 1;
  private static final int SIGCONT = 18;
  private static final int SIGSTOP = 19;
  private static final int ONE = 1;
  private static final int STOPPED_OR_ENDED = 2 | 4 | 0x0100_0000; // WSTOPPED, WEXITED, WNOWAIT
  private static final int SIGINFO_BYTES = 128;

  private static final long FUTEX = Libc.AARCH64 ? 98 : 202;
  private static final VarHandle NUMBER = JAVA_INT.varHandle();

  private final Process process;
  private final MemorySegment page;
  private final Consumer<IsolatedProcess> ended;
  private final MemorySegment timeout = Arena.ofAuto().allocate(2 * JAVA_LONG.byteSize(), 8);
  private Optional<MethodHandle> entry = Optional.empty();
  private List<MemoryLayout> layouts = List.of();
  private int last;
  private boolean stopped;

  private IsolatedProcess(Process process, MemorySegment page, Consumer<IsolatedProcess> ended) {
    this.process = process;
    this.page = page;
    this.ended = ended;
    timeout.set(JAVA_LONG, JAVA_LONG.byteSize(), LOOK_NANOS);
  }

  /**
   * Starts a process without buffers.
   *
   * @param program compiled from {@code host.c}
   * @param place a free address for its page of orders
   * @param ended called when the process has ended or is ended
   * @throws EnvironmentException if the system refuses
   */
  static IsolatedProcess start(
      Path program, SharedMemory buffers, long place, Consumer<IsolatedProcess> ended) {
    try (SharedMemory memory = SharedMemory.create()) {
      MemorySegment page =
          memory
              .map(place, PAGE, 0)
              .orElseThrow(() -> new EnvironmentException("No memory for an isolated process."));
      var builder =
          new ProcessBuilder(
              program.toString(),
              Long.toString(ProcessHandle.current().pid()),
              Integer.toString(memory.descriptor()),
              Long.toHexString(place),
              Integer.toString(buffers.descriptor()));
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      ToolRun.mark(builder);
      // A confined thread's children may not open this process's memory; the program confines
      // itself.
      Process process = Unconfined.call(builder::start);
      process.getOutputStream().close();
      var isolated = new IsolatedProcess(process, page, ended);
      isolated.demand(BEGIN); // Now it has opened the descriptors.
      return isolated;
    } catch (IOException e) {
      throw new EnvironmentException("An isolated process cannot be started: " + e);
    }
  }

  /**
   * Loads the library.
   *
   * @throws RejectionException if it cannot be loaded, lacks the entry, or ends the process
   */
  void load(Path library, String name, FunctionDescriptor signature) {
    byte[] text = (library + "\0" + name + "\0").getBytes(StandardCharsets.UTF_8);
    MemorySegment.copy(text, 0, page, ValueLayout.JAVA_BYTE, TEXT, text.length);
    if (order(LOAD) != 0) {
      String why = page.asSlice(TEXT, TEXT_BYTES).getString(0);
      throw RejectionException.launchFailure(
          why.isEmpty()
              ? "The library has no function '%s'. It must not be static.".formatted(name)
              : "It cannot be loaded: " + why);
    }
    layouts = signature.argumentLayouts();
    MethodType type = signature.toMethodType();
    try {
      entry =
          Optional.of(
              MethodHandles.lookup()
                  .findVirtual(
                      IsolatedProcess.class,
                      "call",
                      MethodType.methodType(void.class, Object[].class))
                  .bindTo(this)
                  .asCollector(Object[].class, type.parameterCount())
                  .asType(type));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public MethodHandle entry() {
    return entry.orElseThrow();
  }

  /** Calls the entry point with these arguments, by C's calling convention. */
  @SuppressWarnings("UnusedMethod") // Found by its name.
  private void call(Object[] arguments) {
    var slots = new Slots();
    for (int i = 0; i < arguments.length; i++) {
      if (layouts.get(i) instanceof StructLayout structure) {
        slots.pass(structure, (MemorySegment) arguments[i]);
      } else {
        slots.pass(
            arguments[i] instanceof Float || arguments[i] instanceof Double,
            switch (arguments[i]) {
              case MemorySegment segment -> segment.address();
              case Float single -> Float.floatToRawIntBits(single);
              case Double wide -> Double.doubleToRawLongBits(wide);
              case Object whole -> ((Number) whole).longValue();
            });
      }
    }
    demand(CALL);
  }

  /** Registers and stack that the arguments of a call take one after the other. */
  private final class Slots {
    private int whole;
    private int real;
    private int stack;

    void pass(boolean isReal, long bits) {
      if (isReal && real < REAL_REGISTERS) {
        page.setAtIndex(JAVA_LONG, REAL / Long.BYTES + real++, bits);
      } else if (!isReal && whole < WHOLE_REGISTERS) {
        page.setAtIndex(JAVA_LONG, WHOLE / Long.BYTES + whole++, bits);
      } else {
        push(bits);
      }
    }

    private void push(long bits) {
      if (stack == STACK_SLOTS) {
        throw new EnvironmentException(
            "The arguments of an isolated entry point take more than %d words of the stack."
                .formatted(STACK_SLOTS));
      }
      page.setAtIndex(JAVA_LONG, STACK / Long.BYTES + stack++, bits);
    }

    /** Passes a structure by the rules of x86-64: in registers if it is small and they suffice. */
    void pass(StructLayout structure, MemorySegment bytes) {
      if (Libc.AARCH64) {
        throw new EnvironmentException(
            "A structure cannot be passed to an isolated candidate here. Run it without --isolate.");
      }
      int words = Math.toIntExact(Math.ceilDiv(bytes.byteSize(), Long.BYTES));
      long[] bits = new long[words];
      MemorySegment.ofArray(bits).copyFrom(bytes);
      boolean[] isReal = new boolean[words];
      Arrays.fill(isReal, true);
      mark(structure, 0, isReal);
      int reals = (int) IntStream.range(0, words).filter(i -> isReal[i]).count();
      boolean fits =
          words <= 2 && real + reals <= REAL_REGISTERS && whole + words - reals <= WHOLE_REGISTERS;
      for (int i = 0; i < words; i++) {
        if (fits) {
          pass(isReal[i], bits[i]);
        } else {
          push(bits[i]);
        }
      }
    }

    /** Marks the words that contain an integer or a pointer. */
    private void mark(StructLayout structure, long start, boolean[] isReal) {
      long at = start;
      for (MemoryLayout member : structure.memberLayouts()) {
        if (member instanceof StructLayout inner) {
          mark(inner, at, isReal);
        } else if (member instanceof ValueLayout value
            && value.carrier() != float.class
            && value.carrier() != double.class) {
          isReal[(int) (at / Long.BYTES)] = false;
        }
        at += member.byteSize();
      }
    }
  }

  void map(IsolatedProcesses.Range range) {
    page.set(JAVA_LONG, OFFSET, range.offset());
    place(MAP, range);
  }

  void protect(IsolatedProcesses.Range range, int allowed) {
    page.set(JAVA_INT, ALLOWED, allowed);
    place(PROTECT, range);
  }

  private void place(int kind, IsolatedProcesses.Range range) {
    page.set(JAVA_LONG, PLACE, range.address());
    page.set(JAVA_LONG, BYTES, range.bytes());
    demand(kind);
  }

  @Override
  public void pause() {
    if (!stopped && process.isAlive()) {
      signal(SIGSTOP);
      try (Arena arena = Arena.ofConfined()) {
        Libc.succeeds(Libc.WAITID, ONE, pid(), arena.allocate(SIGINFO_BYTES), STOPPED_OR_ENDED);
      }
      stopped = true;
    }
  }

  @Override
  public void resume() {
    demand(BEGIN);
  }

  @Override
  public void close() {
    ended.accept(this);
    Unconfined.supply(process::destroyForcibly);
    process.onExit().join();
    Libc.succeeds(Libc.MUNMAP, page, page.byteSize());
  }

  /** Sends a signal, which a confined thread may not. */
  private void signal(int number) {
    Unconfined.supply(() -> Libc.succeeds(Libc.KILL, pid(), number));
  }

  private int pid() {
    return Math.toIntExact(process.pid());
  }

  private void demand(int kind) {
    int status = order(kind);
    if (status != 0) {
      throw new EnvironmentException(
          "An isolated process was refused a step by the system (error %d).".formatted(status));
    }
  }

  private int order(int kind) {
    if (stopped) {
      stopped = false;
      signal(SIGCONT);
    }
    page.set(JAVA_INT, KIND, kind);
    int before = last;
    last++;
    NUMBER.setVolatile(page, ASKED, last);
    if ((int) NUMBER.getVolatile(page, SLEEPING) != 0) {
      futex(ASKED, FUTEX_WAKE, 1);
    }
    for (int i = 0; (int) NUMBER.getVolatile(page, DONE) != last; i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        futex(DONE, FUTEX_WAIT, before);
        if (!process.isAlive()) {
          throw end();
        }
      }
    }
    return page.get(JAVA_INT, STATUS);
  }

  private void futex(long place, int operation, int value) {
    Libc.call(Libc.SYSCALL, FUTEX, page.asSlice(place), (long) operation, (long) value, timeout);
  }

  private RejectionException end() {
    ended.accept(this);
    int status = process.exitValue();
    Optional<FatalSignal> signal = FatalSignal.of(status);
    if (signal.isEmpty()) {
      return new RejectionException(
          Rejection.CRASH, "It ended its process with status %d.".formatted(status));
    }
    String place =
        GuardedRange.place(Thread.currentThread().getName(), page.get(JAVA_LONG, FAULT))
            .map(", "::concat)
            .orElse("");
    return new RejectionException(
        signal.get().reason(), signal.get().name() + " in its own process" + place + ".");
  }
}
