package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Settings of the process that each have a name and a value.
 *
 * @param before value by name
 */
record NamedSettings(Supplier<SequencedMap<String, String>> reading, Map<String, String> before)
    implements StateTrace {

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

  private static final SequencedMap<String, String> FOLDERS = folders();

  static NamedSettings ofThread() {
    return of(NamedSettings::thread);
  }

  static NamedSettings environment() {
    return of(NamedSettings::variables);
  }

  private static NamedSettings of(Supplier<SequencedMap<String, String>> reading) {
    return new NamedSettings(reading, reading.get());
  }

  @Override
  public List<String> changes() {
    var found = new ArrayList<String>();
    SequencedMap<String, String> after = reading.get();
    after.forEach(
        (name, value) -> {
          if (!value.equals(before.get(name))) {
            found.add("%s %s, was %s".formatted(name, shown(value), shown(before.get(name))));
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

  private static SequencedMap<String, String> folders() {
    var folders = new LinkedHashMap<String, String>();
    folders.put("working directory", "/proc/thread-self/cwd");
    folders.put("root directory", "/proc/thread-self/root");
    return folders;
  }
}
