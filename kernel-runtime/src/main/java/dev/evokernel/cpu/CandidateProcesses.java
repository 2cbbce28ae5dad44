package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.backend.file.ToolRun;

/**
 * Processes of this process's candidates, and the pages that they share with it. All see a page at
 * one address, with one protection. An address is used once, so that no late write reaches another
 * buffer.
 *
 * <p>Confined to the device's thread.
 */
public final class CandidateProcesses {

  private static final CandidateProcesses HERE = new CandidateProcesses();

  /** Address of the first page, far from what the system places by itself. */
  private static final long FIRST = 0x2000_0000_0000L;

  /** Pages begin at multiples of this, with as much between them. */
  private static final long BETWEEN = 1L << 20;

  private static final Duration BUILDING = Duration.ofSeconds(60);

  record Range(long address, long bytes) {

    long offset() {
      return address - FIRST;
    }
  }

  private final NavigableMap<Long, Range> mapped = new TreeMap<>();

  /** Protection of parts of the mapped pages, as {@code mprotect} takes it. */
  private final NavigableMap<Range, Integer> protections =
      new TreeMap<>(Comparator.comparingLong(Range::address));

  private final Set<CandidateProcess> living = new LinkedHashSet<>();
  private Optional<CandidateProcess> running = Optional.empty();
  private Optional<Path> program = Optional.empty();
  private Optional<SharedMemory> buffers = Optional.empty();
  private long next = FIRST;

  private CandidateProcesses() {}

  public static CandidateProcesses ofThisProcess() {
    return HERE;
  }

  private Path program() {
    if (program.isEmpty()) {
      program = Optional.of(compiled());
    }
    return program.get();
  }

  private static Path compiled() {
    InstalledCompiler compiler =
        InstalledCompiler.find(System.getenv())
            .orElseThrow(
                () -> new EnvironmentException("The processes of candidates need a C compiler."));
    try (InputStream stream = CandidateProcesses.class.getResourceAsStream("host.c")) {
      byte[] source = Objects.requireNonNull(stream).readAllBytes();
      Path folder = folder();
      Path kept =
          folder.resolve(
              "host-"
                  + Sha256.of(
                      (compiler + new String(source, StandardCharsets.UTF_8))
                          .getBytes(StandardCharsets.UTF_8)));
      if (!Files.isExecutable(kept)) {
        Path own = Files.createTempDirectory(folder, "host");
        Path c = Files.write(own.resolve("host.c"), source);
        Path made = own.resolve("host");
        ToolRun run =
            compiler.run(List.of("-O1", "-o", made.toString(), c.toString(), "-ldl"), BUILDING);
        if (!run.succeeded()) {
          throw new EnvironmentException(
              "The program of candidates' processes cannot be compiled: " + run.output());
        }
        Files.move(made, kept, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(c);
        Files.delete(own);
      }
      return kept;
    } catch (IOException e) {
      throw new EnvironmentException("The program of candidates' processes cannot be kept: " + e);
    }
  }

  /** Folder of this user's alone: below the cache folder, or where that cannot be written, new. */
  private static Path folder() throws IOException {
    String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    Path parent =
        cache.isEmpty()
            ? Path.of(System.getenv().getOrDefault("HOME", "/nowhere"), ".cache")
            : Path.of(cache);
    try {
      return Files.createDirectories(parent.resolve("evo").resolve("hosts"));
    } catch (IOException readOnly) {
      Path own = Files.createTempDirectory("evo-hosts-");
      own.toFile().deleteOnExit();
      return own;
    }
  }

  private SharedMemory buffers() {
    if (buffers.isEmpty()) {
      buffers = Optional.of(SharedMemory.create());
    }
    return buffers.get();
  }

  /** Maps zeroed pages that candidates share; empty if memory is short. */
  public Optional<MemorySegment> map(long bytes) {
    Range range = place(bytes);
    Optional<MemorySegment> pages = buffers().map(range.address(), bytes, range.offset());
    if (pages.isPresent()) {
      mapped.put(range.address(), range);
      List.copyOf(living).forEach(process -> process.map(range));
    }
    return pages;
  }

  /** Changes the protection of pages that candidates share; ignores others. */
  public void protect(MemorySegment pages, int allowed) {
    Map.Entry<Long, Range> found = mapped.floorEntry(pages.address());
    if (found != null && pages.address() < found.getKey() + found.getValue().bytes()) {
      var part = new Range(pages.address(), pages.byteSize());
      Integer before = protections.put(part, allowed);
      if (before == null || before != allowed) {
        living.forEach(process -> process.protect(part, allowed));
      }
    }
  }

  /** Forgets shared pages before they are unmapped; ignores others. */
  public void forget(MemorySegment pages) {
    Range range = mapped.remove(pages.address());
    if (range != null) {
      protections
          .keySet()
          .removeIf(
              part ->
                  range.address() <= part.address()
                      && part.address() < range.address() + range.bytes());
      buffers().release(range.offset(), range.bytes());
    }
  }

  /**
   * Loads a library in a new process.
   *
   * @param readable folders that it may read besides those of libraries
   * @param place in which the entries are named
   * @throws dev.evokernel.backend.RejectionException if the library cannot be loaded, lacks an
   *     entry, or ends the process
   */
  public CandidateProcess load(
      Path library, List<Path> readable, List<String> entries, String place) {
    Range region = place(CandidateProcess.REGION);
    var process = CandidateProcess.start(program(), buffers(), region.address(), this);
    try {
      mapped.values().forEach(process::map);
      protections.forEach(process::protect);
      process.load(library.toAbsolutePath(), readable, entries, place);
      stop();
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
    living.add(process);
    return process;
  }

  /** Stops the candidate that runs, so that no thread of it changes what this process looks at. */
  public void stop() {
    if (running.isPresent()) {
      running.get().stop();
      running = Optional.empty();
    }
  }

  boolean runs(CandidateProcess process) {
    if (running.isPresent() && running.get() == process) {
      return false;
    }
    stop();
    running = Optional.of(process);
    return process.resume();
  }

  void ended(CandidateProcess process) {
    living.remove(process);
    running = running.filter(other -> other != process);
  }

  private Range place(long bytes) {
    var range = new Range(next, bytes);
    next += Math.ceilDiv(bytes, BETWEEN) * BETWEEN + BETWEEN;
    return range;
  }
}
