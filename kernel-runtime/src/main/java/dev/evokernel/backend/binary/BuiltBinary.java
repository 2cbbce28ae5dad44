package dev.evokernel.backend.binary;

import module java.base;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Binary of one launch, with the launch that the build program described. One file holds both, so
 * that the cache stores, counts and evicts them together, and equal code with different launches
 * has different digests. The binaries of several launches follow one another; equal ones are one.
 *
 * <p>After a binary follow the launch as JSON, the length of the binary (four bytes, most
 * significant first; 0 for the file's first), the length of the JSON, and a mark. Loaders of ELF
 * files ignore bytes that the file's header does not name.
 */
public final class BuiltBinary {

  private static final byte[] MARK = "EVOBUILT".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
  private static final int END = Long.BYTES + MARK.length;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final byte[] image;
  private final BuiltLaunch launch;
  private final String entry;

  private BuiltBinary(byte[] image, BuiltLaunch launch, String entry) {
    this.image = image;
    this.launch = launch;
    this.entry = entry;
  }

  public byte[] image() {
    return image.clone();
  }

  /** Whether a binary is machine code; otherwise it is PTX text. */
  public static boolean isElf(byte[] image) {
    return image.length >= ELF.length && Arrays.equals(image, 0, ELF.length, ELF, 0, ELF.length);
  }

  /** Launch; {@link BuiltLaunch#NONE} where the file has none. */
  public BuiltLaunch launch() {
    return launch;
  }

  /** Name of the launch's function in the binary. */
  public String entry() {
    return entry;
  }

  public static void append(Path file, Path binary, BuiltLaunch launch) throws IOException {
    byte[] image = Files.readAllBytes(binary);
    byte[] text = JSON.writeValueAsBytes(launch);
    ByteBuffer all = ByteBuffer.allocate(image.length + text.length + END);
    all.put(image).put(text).putInt(Files.exists(file) ? image.length : 0);
    all.putInt(text.length).put(MARK);
    Files.write(file, all.array(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * Reads the binary of each launch.
   *
   * @param named the entries in {@code kernel.yaml}, one for each launch
   */
  public static List<BuiltBinary> read(Path file, List<String> named) throws IOException {
    List<BuiltBinary> all = of(Files.readAllBytes(file));
    return IntStream.range(0, named.size())
        .mapToObj(
            i -> {
              BuiltBinary own = all.get(all.size() == 1 ? 0 : i);
              return new BuiltBinary(own.image, own.launch, own.launch.entryOr(named.get(i)));
            })
        .toList();
  }

  static List<BuiltBinary> of(byte[] content) throws IOException {
    var all = new ArrayDeque<BuiltBinary>();
    for (int end = content.length; end > 0; ) {
      int sizes = end - END;
      if (sizes < 0 || !Arrays.equals(content, end - MARK.length, end, MARK, 0, MARK.length)) {
        all.addFirst(new BuiltBinary(Arrays.copyOf(content, end), BuiltLaunch.NONE, ""));
        break;
      }
      int bytes = ByteBuffer.wrap(content).getInt(sizes);
      int text = sizes - ByteBuffer.wrap(content).getInt(sizes + Integer.BYTES);
      int start = bytes == 0 ? 0 : text - bytes;
      if (bytes < 0 || text > sizes || text < 0 || start < 0) {
        throw new IOException("the end of the binary gives its launch impossible lengths");
      }
      try {
        all.addFirst(
            new BuiltBinary(
                Arrays.copyOfRange(content, start, text),
                JSON.readValue(Arrays.copyOfRange(content, text, sizes), BuiltLaunch.class),
                ""));
      } catch (JacksonException e) {
        throw new IOException("the end of the binary is no launch: " + e.getOriginalMessage(), e);
      }
      end = start;
    }
    return List.copyOf(all);
  }
}
