package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.CText;

/**
 * Files that a compilation may read: the sources, the source files beside them, and everything that
 * these include at any depth.
 *
 * <p>An {@code #include} that an {@code #if} excludes counts too: a file too many costs a
 * compilation, a file too few gives a stale binary. Only a compiler can follow names made by macros
 * ({@link #COMPUTED}) and files that assembly reads ({@link #ASSEMBLY}). System headers are covered
 * by the compiler's version.
 *
 * <p>Each file is read once, and then only its time and size are compared. A file that has just
 * changed may change again without a change of its time, and is read each time.
 */
public final class Includes {

  private static final String DIRECTIVE =
      "(?m)(?:^[ \\t]*(?:#|%:|\\?\\?=)[ \\t]*(?:include|include_next|import|embed)\\b[ \\t]*"
          + "|\\b__has_(?:include|include_next|embed)[ \\t]*\\([ \\t]*)";

  private static final Pattern INCLUDE =
      Pattern.compile(DIRECTIVE + "(?:\"([^\"\\n]+)\"|<([^>\\n]+)>)");

  /** Directive or test without a literal name. */
  public static final Pattern COMPUTED = Pattern.compile(DIRECTIVE + "(?!\"[^\"\\n]|<|[ \\t])");

  /** Options that include files or search folders, other than {@code -I} in one word. */
  public static final Pattern SEARCHING =
      Pattern.compile(
          "-I|-i.*|--(pre-|system-)?include.*|--(sysroot|options-file).*|-optf.*|@.*|-B.*");

  /** Keyword of assembly, which can read files of its own. */
  public static final Pattern ASSEMBLY = Pattern.compile("\\b_*asm_*\\b");

  private static final Duration SETTLED = Duration.ofSeconds(3);

  private record Stamp(Instant modified, long bytes, Optional<Object> inode) {}

  private record Included(String name, boolean beside) {}

  /** File as it was read; {@code plain} is its text without comments, empty on the search path. */
  private record Seen(Stamp stamp, String digest, List<Included> includes, String plain) {}

  private final List<Path> searchPath;
  private final Pattern sources;
  private final InstantSource clock;
  private final Map<Path, Seen> seen = new ConcurrentHashMap<>();

  /**
   * @param sources a regular expression for the names of source files
   */
  public Includes(List<Path> searchPath, String sources, InstantSource clock) {
    this.searchPath = List.copyOf(searchPath);
    this.sources = Pattern.compile(sources);
    this.clock = clock;
  }

  /**
   * Computes the digest of every file that the compilation may read.
   *
   * @param text of a unit that is in no file; empty for none
   * @throws IOException if one of the files cannot be read
   */
  public SortedMap<Path, String> of(String text, Collection<Path> files, List<Path> alsoSearched)
      throws IOException {
    var found = new TreeMap<Path, String>();
    var open = new ArrayDeque<Path>();
    List<Path> path = Stream.concat(alsoSearched.stream(), searchPath.stream()).toList();
    for (Path file : files) {
      open.add(file.toAbsolutePath().normalize());
      open.addAll(beside(file.toAbsolutePath().normalize()));
    }
    includes(text).forEach(include -> locate(include, Path.of("/"), path).ifPresent(open::add));
    while (!open.isEmpty()) {
      Path file = open.remove();
      if (!found.containsKey(file)) {
        Seen content = content(file);
        found.put(file, content.digest());
        for (Included include : content.includes()) {
          locate(include, folder(file), path).ifPresent(open::add);
        }
      }
    }
    return found;
  }

  /** Whether a pattern occurs in a file outside the search path and outside comments. */
  public boolean find(Pattern pattern, Collection<Path> files) throws IOException {
    for (Path file : files) {
      if (pattern.matcher(content(file).plain()).find()) {
        return true;
      }
    }
    return false;
  }

  public static List<Path> searchedBy(List<String> options) {
    return options.stream()
        .filter(option -> option.startsWith("-I"))
        .map(option -> Path.of(option.substring(2)).toAbsolutePath())
        .toList();
  }

  private List<Path> beside(Path file) throws IOException {
    try (Stream<Path> all = Files.list(folder(file))) {
      return all.filter(path -> sources.matcher(String.valueOf(path.getFileName())).matches())
          .filter(Files::isRegularFile)
          .toList();
    }
  }

  private static Path folder(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  private static Optional<Path> locate(Included include, Path folder, List<Path> path) {
    Stream<Path> folders =
        include.beside() ? Stream.concat(Stream.of(folder), path.stream()) : path.stream();
    return folders
        .map(searched -> searched.resolve(include.name()).normalize())
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private Seen content(Path file) throws IOException {
    Stamp stamp = stamp(file);
    Seen known = seen.get(file);
    boolean settled = stamp.modified().isBefore(clock.instant().minus(SETTLED));
    if (known != null && settled && known.stamp().equals(stamp)) {
      return known;
    }
    byte[] bytes = Files.readAllBytes(file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String plain =
        searchPath.stream().anyMatch(file::startsWith)
            ? ""
            : file.toString().matches(".*\\.[sS]") ? "asm\n" + text : CText.plain(text);
    var read = new Seen(stamp, Sha256.of(bytes), includes(text + "\n" + plain), plain);
    if (settled) {
      seen.put(file, read);
    }
    return read;
  }

  private static Stamp stamp(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new Stamp(
        attributes.lastModifiedTime().toInstant(),
        attributes.size(),
        Optional.ofNullable(attributes.fileKey()));
  }

  private static List<Included> includes(String text) {
    var includes = new ArrayList<Included>();
    Matcher matcher = INCLUDE.matcher(text.replace("\\\n", ""));
    while (matcher.find()) {
      String quoted = matcher.group(1);
      includes.add(new Included(quoted != null ? quoted : matcher.group(2), quoted != null));
    }
    return includes;
  }
}
