package dev.evokernel.isolation;

import module java.base;

import dev.evokernel.backend.Isolation;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;

/**
 * Isolated processes of a worker, and the pages that they share with it. All see a page at one
 * address, with one protection. An address is used once, so that no late write reaches another
 * buffer.
 */
public final class IsolatedProcesses implements Isolation {

  /** Address of the first page, far from what the system places by itself. */
  private static final long FIRST = 0x2000_0000_0000L;

  /** Pages begin at multiples of this, with as much between them. */
  private static final long BETWEEN = 1L << 20;

  private static final Duration BUILDING = Duration.ofSeconds(60);

  /** Pages from an address on. */
  record Range(long address, long bytes) {

    long offset() {
      return address - FIRST;
    }
  }

  private final NavigableMap<Long, Range> mapped = new TreeMap<>();

  /** Protection of parts of the mapped pages, as {@code mprotect} takes it. */
  private final NavigableMap<Range, Integer> protections =
      new TreeMap<>(Comparator.comparingLong(Range::address));

  private final Set<IsolatedProcess> living = new LinkedHashSet<>();
  private Optional<Path> program = Optional.empty();
  private Optional<SharedMemory> buffers = Optional.empty();
  private long next = FIRST;

  @Override
  public void prepare() {
    InstalledCompiler compiler =
        InstalledCompiler.find(System.getenv())
            .orElseThrow(() -> new EnvironmentException("Isolated candidates need a C compiler."));
    try (InputStream source = IsolatedProcesses.class.getResourceAsStream("host.c")) {
      Path folder = Files.createTempDirectory("evo-isolation-");
      Path c = folder.resolve("host.c");
      Files.write(c, Objects.requireNonNull(source).readAllBytes());
      Path made = folder.resolve("host");
      ToolRun run =
          compiler.run(List.of("-O1", "-o", made.toString(), c.toString(), "-ldl"), BUILDING);
      if (!run.succeeded()) {
        throw new EnvironmentException(
            "The program that isolates candidates cannot be compiled: " + run.output());
      }
      program = Optional.of(made);
      buffers = Optional.of(SharedMemory.create());
    } catch (IOException e) {
      throw new EnvironmentException("Candidates cannot be isolated: " + e);
    }
  }

  @Override
  public Optional<MemorySegment> map(long bytes) {
    Range range = place(bytes);
    Optional<MemorySegment> pages =
        buffers.orElseThrow().map(range.address(), bytes, range.offset());
    if (pages.isPresent()) {
      mapped.put(range.address(), range);
      living.forEach(process -> process.map(range));
    }
    return pages;
  }

  @Override
  public void protect(MemorySegment pages, int allowed) {
    Map.Entry<Long, Range> found = mapped.floorEntry(pages.address());
    if (found != null && pages.address() < found.getKey() + found.getValue().bytes()) {
      var part = new Range(pages.address(), pages.byteSize());
      protections.put(part, allowed);
      living.forEach(process -> process.protect(part, allowed));
    }
  }

  @Override
  public void forget(MemorySegment pages) {
    Range range = mapped.remove(pages.address());
    if (range != null) {
      protections
          .keySet()
          .removeIf(
              part ->
                  range.address() <= part.address()
                      && part.address() < range.address() + range.bytes());
      buffers.orElseThrow().release(range.offset(), range.bytes());
    }
  }

  @Override
  public Isolated load(Path library, String entry, FunctionDescriptor signature) {
    Range page = place(IsolatedProcess.PAGE);
    var process =
        IsolatedProcess.start(
            program.orElseThrow(), buffers.orElseThrow(), page.address(), living::remove);
    try {
      mapped.values().forEach(process::map);
      protections.forEach(process::protect);
      process.load(library, entry, signature);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
    living.add(process);
    return process;
  }

  private Range place(long bytes) {
    var range = new Range(next, bytes);
    next += Math.ceilDiv(bytes, BETWEEN) * BETWEEN + BETWEEN;
    return range;
  }
}
