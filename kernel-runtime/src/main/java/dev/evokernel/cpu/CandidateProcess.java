package dev.evokernel.cpu;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.GuardedRange;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.FatalSignal;
import dev.evokernel.outcome.Rejection;

/**
 * Process that runs one library for this process ({@code host.c}). It shares the kernel's buffers,
 * and a region through which it is told what to do; it cannot reach expected outputs, digests or
 * clocks, cannot start processes, and is stopped while it is not launched.
 *
 * <p>Confined to the device's thread.
 */
public final class CandidateProcess implements AutoCloseable {

  private static final int MAP = 1;
  private static final int PROTECT = 2;
  private static final int LOAD = 3;
  private static final int CALL = 4;
  private static final int SYMBOL = 5;
  private static final int COPY = 6;
  private static final int SETTLE_THREADS = 7;

  // The region of orders, as host.c lays it out.
  private static final long KIND = 0;
  private static final long STATUS = 4;
  private static final long COUNT = 8;
  private static final long PLACE = 16;
  private static final long BYTES = 24;
  private static final long OFFSET = 32;
  private static final long FAULT = 40;
  private static final long LAUNCHES = 48;
  private static final long SETS = 52;
  private static final long STRIDE = 56;
  private static final long PROBED = 60;
  private static final long GROUP = 64;
  private static final long CORE = 68;
  private static final long ACCESS = 72;
  private static final long SETTLE = 76;
  private static final long NANOS = 80;
  private static final long WAITED = 88;
  private static final long TEXT = 1024;
  private static final int TEXT_BYTES = 1 << 14;
  private static final long FRAMES = TEXT + TEXT_BYTES;
  private static final long PROTECTION_BYTES = 24;
  static final long REGION = 8 << 20;

  private static final int ENOENT = 2;
  private static final int ERANGE = 34;
  private static final int READ = 1;
  private static final int WRITE = 2;

  /** Nanoseconds of an order beyond those of its launches that handing over the core explains. */
  private static final long HANDED_OVER = 40_000;

  /** Share of a batch by which both clocks may differ besides. */
  private static final double SHARE = 0.02;

  /** Time for threads that were stopped to find cores, which a sleeping core takes. */
  private static final int SETTLING_MICROS = 150;

  private static final Duration STARTING = Duration.ofSeconds(30);
  private static final Duration ENDING = Duration.ofSeconds(10);

  private static final int SIGCONT = 18;
  private static final int SIGSTOP = 19;
  private static final int ONE = 1;
  private static final int STOPPED_OR_ENDED = 2 | 4 | 0x0100_0000; // WSTOPPED, WEXITED, WNOWAIT
  private static final int LONGEST_WORDS = 500;

  private static final Pattern NO_MEMORY =
      Pattern.compile("cannot map zero-fill pages|failed to map segment");

  private final Process process;
  private final MemorySegment region;
  private final SharedMemory words;
  private final CandidateProcesses all;
  private final RunDelay delay;
  private final int asks;
  private final int answers;
  private final MemorySegment information = Arena.ofAuto().allocate(Libc.SIGINFO_BYTES, 8);
  private String doing = "while it was loaded";
  private List<List<Frame>> written = List.of();
  private List<Frame> probed = List.of();

  private final Map<CandidateProcesses.Range, Integer> protections = new LinkedHashMap<>();

  private long waited;
  private long asked;
  private long answered;
  private boolean stopped;
  private boolean closed;

  private CandidateProcess(
      Process process,
      MemorySegment region,
      SharedMemory words,
      int asks,
      int answers,
      CandidateProcesses all) {
    this.process = process;
    this.region = region;
    this.words = words;
    this.asks = asks;
    this.answers = answers;
    this.all = all;
    this.delay = RunDelay.of(process.pid());
  }

  /**
   * Starts a process without buffers.
   *
   * @param place a free address for its region of orders
   * @param all learns that the process runs, and that it has ended
   * @throws EnvironmentException if the system refuses
   */
  static CandidateProcess start(
      Path program, SharedMemory buffers, long place, CandidateProcesses all) {
    SharedMemory words = SharedMemory.create();
    int[] asked = Libc.pipe();
    int[] done = Libc.pipe();
    try (SharedMemory memory = SharedMemory.create()) {
      MemorySegment region =
          memory
              .map(place, REGION, 0)
              .orElseThrow(() -> new EnvironmentException("No memory for a candidate's process."));
      var builder =
          new ProcessBuilder(
              program.toString(),
              Long.toString(ProcessHandle.current().pid()),
              Integer.toString(memory.descriptor()),
              Long.toHexString(place),
              Integer.toString(buffers.descriptor()),
              Integer.toString(words.descriptor()),
              Integer.toString(asked[0]),
              Integer.toString(done[1]));
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      Process process = builder.start();
      process.getOutputStream().close();
      var candidate = new CandidateProcess(process, region, words, asked[1], done[0], all);
      candidate.begun();
      return candidate;
    } catch (IOException e) {
      words.close();
      throw new EnvironmentException("A candidate's process cannot be started: " + e);
    } finally {
      // The end of the process must be the end of its pipes.
      Libc.close(asked[0]);
      Libc.close(done[1]);
    }
  }

  private void begun() {
    long start = System.nanoTime();
    while (!Libc.isReadable(answers, 100)) {
      if (!process.isAlive() || System.nanoTime() - start > STARTING.toNanos()) {
        close();
        throw new EnvironmentException("A candidate's process does not start.");
      }
    }
    Libc.read(answers);
  }

  /**
   * Confines the process and loads the library.
   *
   * @param readable folders that it may read besides those of libraries
   * @param place where the entries are named, with what else they need
   * @throws RejectionException if it cannot be loaded, lacks an entry, or ends the process
   */
  void load(Path library, List<Path> readable, List<String> entries, String place) {
    protect();
    write(
        library
            + "\0"
            + readable.stream().map(path -> path + "\0").collect(Collectors.joining())
            + "\0"
            + entries.stream().map(entry -> entry + "\0").collect(Collectors.joining())
            + "\0");
    int status = order(LOAD);
    String why = text().replace(library + ": ", "");
    switch (status) {
      case 0 -> {}
      case ENOENT ->
          throw RejectionException.launchFailure(
              "The library has no function '%s'. It must not be static, and must be the 'entry' in %s."
                  .formatted(why, place));
      case ERANGE -> throw new EnvironmentException("Too many launches for a process.");
      default ->
          throw new RejectionException(
              NO_MEMORY.matcher(why).find() ? Rejection.OUT_OF_MEMORY : Rejection.LAUNCH_FAILURE,
              "It cannot be loaded: " + why);
    }
  }

  /** Finds a global variable of the library; its size is 0 where the linker does not report it. */
  public Optional<MemorySegment> symbol(String name) {
    write(name + "\0");
    return order(SYMBOL) == 0
        ? Optional.of(
            MemorySegment.ofAddress(region.get(JAVA_LONG, PLACE))
                .reinterpret(region.get(JAVA_LONG, BYTES)))
        : Optional.empty();
  }

  /**
   * Copies shared memory to an address of the process.
   *
   * @param bytes mapped by {@link CandidateProcesses#map}
   */
  public void copy(MemorySegment bytes, long address) {
    region.set(JAVA_LONG, OFFSET, bytes.address());
    place(COPY, address, bytes.byteSize());
  }

  /**
   * Time for which the process's threads waited for a core, in nanoseconds, and for which their
   * launches' time could not be confirmed.
   */
  public long waitedNanos() {
    return waited;
  }

  /**
   * Hands over the arguments of launches.
   *
   * @param inTurn calls that launches make in turn, each of one or several entries
   * @param probing the call of a probed launch
   * @param stage completes "The kernel called exit(1) …"
   */
  public void ready(List<List<Frame>> inTurn, List<Frame> probing, String stage) {
    doing = stage;
    if (!inTurn.equals(written) || !probing.equals(probed)) {
      write(inTurn, probing);
      written = inTurn;
      probed = probing;
    }
  }

  private void write(List<List<Frame>> inTurn, List<Frame> probing) {
    int group = probing.size();
    long stride =
        Stream.concat(inTurn.stream().flatMap(List::stream), probing.stream())
            .mapToLong(Frame::bytes)
            .max()
            .orElseThrow();
    if (FRAMES + (inTurn.size() + 1L) * group * stride > REGION) {
      throw new EnvironmentException(
          "The kernel has %d launches on %d input sets, more than the cpu backend takes. Launch fewer times."
              .formatted(group, inTurn.size()));
    }
    long at = FRAMES;
    for (List<Frame> frames : Stream.concat(inTurn.stream(), Stream.of(probing)).toList()) {
      for (Frame frame : frames) {
        frame.write(region.asSlice(at, stride));
        at += stride;
      }
    }
    region.set(JAVA_INT, SETS, inTurn.size());
    region.set(JAVA_INT, STRIDE, Math.toIntExact(stride));
    region.set(JAVA_INT, GROUP, group);
  }

  /**
   * Launches the calls that were handed over, the first of them first, and returns their
   * nanoseconds.
   *
   * <p>The process clocks its launches, so that no wake-up is in their time. It could be made to
   * lie; therefore the time of this thread counts unless it exceeds that of the process by no more
   * than handing over a core takes.
   *
   * @param probedLaunch launch that makes the probing call, or {@link Batch#NONE}
   * @throws RejectionException if the process ends
   */
  public long launch(int launches, int probedLaunch) {
    boolean wasStopped = all.runs(this);
    protect();
    if (wasStopped && delay.hasOthers()) {
      region.set(JAVA_INT, SETTLE, SETTLING_MICROS);
      demand(SETTLE_THREADS);
    }
    region.set(JAVA_INT, LAUNCHES, launches);
    region.set(JAVA_INT, PROBED, probedLaunch);
    long delayed = delay.nanos();
    demand(CALL);
    waited += Math.max(0, region.get(JAVA_LONG, WAITED));
    waited += Math.max(0, delay.nanos() - delayed - HANDED_OVER);
    long most = answered - asked;
    long nanos = clockedNanos();
    if (nanos > 0 && nanos + HANDED_OVER + (long) (SHARE * most) >= most) {
      return nanos;
    }
    waited += most;
    return most;
  }

  /** Nanoseconds of the last launches by the clock of the process alone. */
  public long clockedNanos() {
    return region.get(JAVA_LONG, NANOS);
  }

  void map(CandidateProcesses.Range range) {
    region.set(JAVA_LONG, OFFSET, range.offset());
    place(MAP, range.address(), range.bytes());
  }

  void protect(CandidateProcesses.Range range, int allowed) {
    protections.put(range, allowed);
  }

  /** Changes the protection of pages, as many at once as the region has room for. */
  private void protect() {
    int count = 0;
    for (Map.Entry<CandidateProcesses.Range, Integer> one : protections.entrySet()) {
      MemorySegment to = region.asSlice(TEXT + count * PROTECTION_BYTES, PROTECTION_BYTES);
      to.set(JAVA_LONG, 0, one.getKey().address());
      to.set(JAVA_LONG, 8, one.getKey().bytes());
      to.set(JAVA_LONG, 16, one.getValue());
      count++;
      if (count == TEXT_BYTES / PROTECTION_BYTES) {
        protect(count);
        count = 0;
      }
    }
    protections.clear();
    if (count > 0) {
      protect(count);
    }
  }

  private void protect(int count) {
    region.set(JAVA_INT, COUNT, count);
    demand(PROTECT);
  }

  private void place(int kind, long address, long bytes) {
    region.set(JAVA_LONG, PLACE, address);
    region.set(JAVA_LONG, BYTES, bytes);
    demand(kind);
  }

  private void write(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > TEXT_BYTES) {
      throw new EnvironmentException("Too many names for a candidate's process: " + text);
    }
    MemorySegment.copy(bytes, 0, region, ValueLayout.JAVA_BYTE, TEXT, bytes.length);
  }

  private String text() {
    byte[] bytes = region.asSlice(TEXT, TEXT_BYTES).toArray(ValueLayout.JAVA_BYTE);
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  void stop() {
    if (!stopped && process.isAlive()) {
      Libc.kill(pid(), SIGSTOP);
      Libc.waitid(ONE, pid(), information, STOPPED_OR_ENDED);
      stopped = true;
    }
  }

  boolean resume() {
    boolean was = stopped;
    if (was) {
      stopped = false;
      Libc.kill(pid(), SIGCONT);
    }
    return was;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      all.ended(this);
      process.destroyForcibly();
      awaitEnd();
      words.close();
      Libc.close(asks);
      Libc.close(answers);
      Libc.munmap(region);
    }
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(ENDING)) {
        throw new EnvironmentException("A candidate's process cannot be ended.");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("The thread of a device must not be interrupted.", e);
    }
  }

  private int pid() {
    return Math.toIntExact(process.pid());
  }

  private void demand(int kind) {
    int status = order(kind);
    if (status != 0) {
      throw new EnvironmentException(
          "A candidate's process was refused a step by the system (error %d).".formatted(status));
    }
  }

  private int order(int kind) {
    all.runs(this);
    region.set(JAVA_INT, KIND, kind);
    int core = region.get(JAVA_INT, CORE);
    Libc.stayOn(core);
    asked = System.nanoTime();
    boolean alive = Libc.write(asks) && Libc.read(answers);
    answered = System.nanoTime();
    Libc.leave(core);
    if (!alive) {
      throw end();
    }
    return region.get(JAVA_INT, STATUS);
  }

  private RejectionException end() {
    all.ended(this);
    awaitEnd();
    int status = process.exitValue();
    Optional<FatalSignal> signal = FatalSignal.of(status);
    String said = words.printed().strip();
    String printed =
        said.isEmpty()
            ? ""
            : " It printed: "
                + (said.length() > LONGEST_WORDS
                    ? "…" + said.substring(said.length() - LONGEST_WORDS)
                    : said);
    if (signal.isEmpty()) {
      return new RejectionException(
          Rejection.CRASH, "The kernel called exit(%d) %s.%s".formatted(status, doing, printed));
    }
    if (signal.get() == FatalSignal.SIGKILL || signal.get() == FatalSignal.SIGTERM) {
      // Another program ended it: the coordinator learns it from this process's end, and repeats.
      Runtime.getRuntime().halt(status);
    }
    boolean faulted = signal.get().reason() == Rejection.ILLEGAL_ACCESS;
    String function = faulted && !text().isEmpty() ? " in " + text() : "";
    return new RejectionException(
        signal.get().reason(),
        "%s%s %s%s.%s"
            .formatted(
                signal.get().words(), function, doing, faulted ? faultPlace() : "", printed));
  }

  private String faultPlace() {
    String place =
        GuardedRange.place(Thread.currentThread().getName(), region.get(JAVA_LONG, FAULT))
            .orElse("");
    if (place.isEmpty() || place.startsWith("in ")) {
      return place.isEmpty() ? "" : ", " + place;
    }
    return switch (region.get(JAVA_INT, ACCESS)) {
          case READ -> ", in a read ";
          case WRITE -> ", in a write ";
          default -> ", in an access ";
        }
        + place;
  }

  /** Arguments of one entry point by C's calling convention, in registers and on the stack. */
  public static final class Frame {

    private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");
    private static final int WHOLE_REGISTERS = AARCH64 ? 8 : 6;
    private static final int REAL_REGISTERS = 8;

    /** Words of the stack that host.c always passes. */
    private static final int FEW_SLOTS = 32;

    private static final int STACK_SLOTS = AARCH64 ? 32 : 512;

    private static final int WHOLE = 1;
    private static final int REAL = WHOLE + 8;
    private static final int STACK = REAL + 8;
    private static final long BYTES = (STACK + 512L) * Long.BYTES;

    /** Structures that are passed by their address, by the word that takes it. */
    private final Map<Integer, long[]> copies = new TreeMap<>();

    private long[] words = new long[STACK];
    private int whole;
    private int real;

    public Frame(int entry, List<MemoryLayout> layouts, List<Object> values) {
      for (int i = 0; i < values.size(); i++) {
        Object value = values.get(i);
        if (layouts.get(i) instanceof StructLayout structure) {
          pass(structure, (MemorySegment) value);
        } else {
          pass(
              value instanceof Float || value instanceof Double,
              switch (value) {
                case MemorySegment segment -> segment.address();
                case Float single -> Float.floatToRawIntBits(single);
                case Double wide -> Double.doubleToRawLongBits(wide);
                default -> ((Number) value).longValue();
              });
        }
      }
      words[0] = entry | (long) (words.length - STACK) << 32;
    }

    /** Bytes of this frame as host.c reads it: many words of the stack are copied as a whole. */
    private long bytes() {
      int content = words.length + copies.values().stream().mapToInt(copy -> copy.length).sum();
      return words.length - STACK > FEW_SLOTS
          ? BYTES
          : Math.max(STACK + FEW_SLOTS, content) * (long) Long.BYTES;
    }

    private void write(MemorySegment to) {
      MemorySegment.copy(words, 0, to, JAVA_LONG, 0, words.length);
      long at = words.length;
      for (Map.Entry<Integer, long[]> copy : copies.entrySet()) {
        long[] content = copy.getValue();
        MemorySegment.copy(content, 0, to, JAVA_LONG, at * Long.BYTES, content.length);
        to.setAtIndex(JAVA_LONG, copy.getKey(), to.address() + at * Long.BYTES);
        at += content.length;
      }
    }

    private void pass(boolean isReal, long bits) {
      if (isReal && real < REAL_REGISTERS) {
        words[REAL + real++] = bits;
      } else if (!isReal && whole < WHOLE_REGISTERS) {
        words[WHOLE + whole++] = bits;
      } else {
        push(bits);
      }
    }

    private void push(long bits) {
      if (words.length - STACK == STACK_SLOTS) {
        throw new EnvironmentException(
            "The arguments of an entry point take more than %d words of the stack."
                .formatted(STACK_SLOTS));
      }
      words = Arrays.copyOf(words, words.length + 1);
      words[words.length - 1] = bits;
    }

    /** Passes a structure: on x86-64 in registers if it is small and they suffice. */
    private void pass(StructLayout structure, MemorySegment bytes) {
      long[] bits = new long[Math.toIntExact(Math.ceilDiv(bytes.byteSize(), Long.BYTES))];
      MemorySegment.ofArray(bits).copyFrom(bytes);
      if (AARCH64) {
        passOnAArch64(structure, bytes, bits);
        return;
      }
      boolean[] isReal = new boolean[bits.length];
      Arrays.fill(isReal, true);
      mark(structure, 0, isReal);
      int reals = (int) IntStream.range(0, bits.length).filter(i -> isReal[i]).count();
      boolean fits =
          bits.length <= 2
              && real + reals <= REAL_REGISTERS
              && whole + bits.length - reals <= WHOLE_REGISTERS;
      for (int i = 0; i < bits.length; i++) {
        if (fits) {
          pass(isReal[i], bits[i]);
        } else {
          push(bits[i]);
        }
      }
    }

    /**
     * Passes up to four numbers of one floating-point type in registers of their own, sixteen bytes
     * in registers, and an address for what is larger.
     */
    private void passOnAArch64(StructLayout structure, MemorySegment bytes, long[] bits) {
      List<ValueLayout> leaves = leaves(structure).toList();
      Class<?> carrier = leaves.getFirst().carrier();
      boolean isReal =
          (carrier == float.class || carrier == double.class)
              && leaves.size() <= 4
              && leaves.stream().allMatch(leaf -> leaf.carrier() == carrier);
      if (isReal && real + leaves.size() <= REAL_REGISTERS) {
        for (int i = 0; i < leaves.size(); i++) {
          pass(
              true,
              carrier == float.class
                  ? Integer.toUnsignedLong(bytes.getAtIndex(JAVA_INT, i))
                  : bytes.getAtIndex(JAVA_LONG, i));
        }
      } else if (isReal) {
        real = REAL_REGISTERS;
        Arrays.stream(bits).forEach(this::push);
      } else if (bits.length > 2) {
        copies.put(whole < WHOLE_REGISTERS ? WHOLE + whole : words.length, bits);
        pass(false, 0);
      } else if (whole + bits.length <= WHOLE_REGISTERS) {
        Arrays.stream(bits).forEach(word -> pass(false, word));
      } else {
        whole = WHOLE_REGISTERS;
        Arrays.stream(bits).forEach(this::push);
      }
    }

    private static Stream<ValueLayout> leaves(StructLayout structure) {
      return structure.memberLayouts().stream()
          .flatMap(
              member ->
                  switch (member) {
                    case StructLayout inner -> leaves(inner);
                    case ValueLayout value -> Stream.of(value);
                    default -> Stream.<ValueLayout>of();
                  });
    }

    private static void mark(StructLayout structure, long start, boolean[] isReal) {
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
}
