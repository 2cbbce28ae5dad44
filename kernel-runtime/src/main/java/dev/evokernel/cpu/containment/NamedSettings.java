package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Settings of the process that each have a name and a value.
 *
 * @param shows whether a change is described by its values, and not by the name alone
 * @param before value by name
 */
record NamedSettings(
    Supplier<SequencedMap<String, String>> reading, boolean shows, Map<String, String> before)
    implements StateTrace {

  /** Names of the signals from 1 on, without the prefix SIG. */
  private static final List<String> SIGNALS =
      words(
          "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT"
              + " STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF");

  /** Numbers of SIGBUS and SIGSEGV. */
  private static final List<Integer> FAULTS = List.of(7, 11);

  private static final List<String> LIMITS =
      words(
          "CPU FSIZE DATA STACK CORE RSS NPROC NOFILE MEMLOCK AS LOCKS SIGPENDING MSGQUEUE NICE"
              + " RTPRIO RTTIME");

  private static final List<String> TIMERS =
      List.of("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF");

  /** Prefix of variables with which an OpenMP runtime informs a second copy of itself. */
  private static final String OPENMP_REGISTRATION = "__KMP_";

  /**
   * Variables with which an OpenMP runtime binds threads to cores, including the calling thread.
   */
  private static final List<String> BINDING =
      List.of("OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY");

  /** Names of the lines of the calling thread's {@code status}. */
  private static final Map<String, String> STATUS =
      Map.ofEntries(
          Map.entry("Name", "thread name"),
          Map.entry("Umask", "umask"),
          Map.entry("SigBlk", "blocked signals"),
          Map.entry("Uid", "user"),
          Map.entry("Gid", "group"),
          Map.entry("CapEff", "capabilities"),
          Map.entry("NoNewPrivs", "no_new_privs"),
          Map.entry("Seccomp_filters", "seccomp filters"),
          Map.entry("Speculation_Store_Bypass", "speculation control"),
          Map.entry("SpeculationIndirectBranch", "speculation control"),
          Map.entry("THP_enabled", "huge pages"),
          Map.entry("Mems_allowed_list", "memory nodes"),
          Map.entry("Cpus_allowed_list", "cores"));

  /** Positions in the calling thread's {@code stat}, counted from the state. */
  private static final Map<String, Integer> SCHEDULING =
      Map.of("priority", 15, "niceness", 16, "real-time priority", 37, "scheduling policy", 38);

  private static final int PR_GET_TIMERSLACK = 30;
  private static final long PAGE_BYTES = 4096;

  private static final long PAGE_PRESENT = 1L << 63;
  private static final long PAGE_OF_A_FILE = 1L << 61;

  private static final SequencedMap<String, String> FOLDERS = folders();

  static NamedSettings ofThread() {
    return of(NamedSettings::thread, true);
  }

  static NamedSettings environment() {
    return of(NamedSettings::variables, true);
  }

  static NamedSettings signalActions() {
    return numbered(
        Libc::signalActions,
        signal ->
            "another handling of "
                + (signal < SIGNALS.size()
                    ? "SIG" + SIGNALS.get(signal)
                    : "signal " + (signal + 1)));
  }

  static NamedSettings faultActions() {
    return numbered(
        () -> FAULTS.stream().map(Libc::signalAction).toList(),
        position -> "another handling of SIG" + SIGNALS.get(FAULTS.get(position) - 1));
  }

  static NamedSettings resourceLimits() {
    return numbered(Libc::resourceLimits, limit -> "another limit RLIMIT_" + LIMITS.get(limit));
  }

  /** Numbers of pages of code that Linux no longer takes from the library's file. */
  static NamedSettings patchedCode() {
    return of(NamedSettings::patched, false);
  }

  /** Traces whether each timer runs; the time of a running timer changes by itself. */
  static NamedSettings intervalTimers() {
    return numbered(
        () ->
            Libc.intervalTimers().stream()
                .map(timer -> new byte[Arrays.equals(timer, new byte[timer.length]) ? 0 : 1])
                .toList(),
        timer -> "the timer " + TIMERS.get(timer));
  }

  /** Settings as bytes in the order of their numbers. */
  private static NamedSettings numbered(Supplier<List<byte[]>> bytes, IntFunction<String> name) {
    return of(
        () -> {
          var settings = new LinkedHashMap<String, String>();
          for (byte[] each : bytes.get()) {
            settings.put(name.apply(settings.size()), HexFormat.of().formatHex(each));
          }
          return settings;
        },
        false);
  }

  private static List<String> words(String names) {
    return List.of(names.split(" ", -1));
  }

  private static NamedSettings of(Supplier<SequencedMap<String, String>> reading, boolean shows) {
    return new NamedSettings(reading, shows, reading.get());
  }

  @Override
  public List<String> changes() {
    var found = new ArrayList<String>();
    SequencedMap<String, String> after = reading.get();
    after.forEach(
        (name, value) -> {
          if (!value.equals(before.get(name))) {
            found.add(
                shows ? name + " " + shown(value) + ", was " + shown(before.get(name)) : name);
          }
        });
    before.keySet().stream()
        .filter(name -> !after.containsKey(name))
        .forEach(name -> found.add("no " + name));
    return found;
  }

  private static String shown(@org.jspecify.annotations.Nullable String value) {
    String text = Objects.requireNonNullElse(value, "not there");
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }

  private static SequencedMap<String, String> thread() {
    var settings = new LinkedHashMap<String, String>();
    for (String line : ProcFile.text("/proc/thread-self/status").lines().toList()) {
      int colon = line.indexOf(':');
      String label = colon < 0 ? null : STATUS.get(line.substring(0, colon));
      if (label != null) {
        settings.merge(label, line.substring(colon + 1).strip(), (all, next) -> all + " " + next);
      }
    }
    if (BINDING.stream().anyMatch(System.getenv()::containsKey)) {
      settings.remove("cores");
    }
    List<String> fields = ProcFile.statFields("/proc/thread-self/stat");
    SCHEDULING.forEach(
        (name, position) -> {
          if (position < fields.size()) {
            settings.put(name, fields.get(position));
          }
        });
    List<String> targets = Libc.targets(List.copyOf(FOLDERS.sequencedValues()));
    int i = 0;
    for (String name : FOLDERS.sequencedKeySet()) {
      settings.put(name, targets.get(i++));
    }
    settings.put("timer slack", String.valueOf(Libc.prctl(PR_GET_TIMERSLACK, 0)));
    settings.put("priority of input and output", String.valueOf(Syscalls.ioPriority()));
    settings.put("personality", ProcFile.text("/proc/thread-self/personality").strip());
    settings.put("timers", ProcFile.text("/proc/self/timers").strip().replace('\n', ' '));
    return settings;
  }

  private static SequencedMap<String, String> variables() {
    var variables = new LinkedHashMap<String, String>();
    for (String variable : Libc.environment()) {
      int end = variable.indexOf('=');
      if (end > 0 && !variable.startsWith(OPENMP_REGISTRATION)) {
        variables.put(
            "environment variable " + variable.substring(0, end), variable.substring(end + 1));
      }
    }
    return variables;
  }

  private static SequencedMap<String, String> patched() {
    var patched = new LinkedHashMap<String, String>();
    try (var pages = new RandomAccessFile("/proc/self/pagemap", "r")) {
      for (WaitingPlaces.Code code : WaitingPlaces.mapped()) {
        byte[] entries = new byte[(int) ((code.to() - code.from()) / PAGE_BYTES) * Long.BYTES];
        pages.seek(code.from() / PAGE_BYTES * Long.BYTES);
        pages.readFully(entries);
        LongBuffer words = ByteBuffer.wrap(entries).order(ByteOrder.nativeOrder()).asLongBuffer();
        long own =
            IntStream.range(0, words.limit())
                .filter(page -> (words.get(page) & (PAGE_PRESENT | PAGE_OF_A_FILE)) == PAGE_PRESENT)
                .count();
        if (own > 0) {
          patched.merge("patched code of " + code.file().getFileName(), "" + own, String::concat);
        }
      }
    } catch (IOException none) {
      // Not every system has the file.
    }
    return patched;
  }

  private static SequencedMap<String, String> folders() {
    var folders = new LinkedHashMap<String, String>();
    folders.put("working directory", "/proc/thread-self/cwd");
    folders.put("root directory", "/proc/thread-self/root");
    return folders;
  }
}
