package dev.evokernel.backend.data;

import module java.base;

import dev.evokernel.kernel.ElementType;

/**
 * Dense array in NumPy's file format ({@code .npy}, versions 1 to 3), mapped into memory.
 *
 * @param type of the elements, little-endian
 * @param dimensions empty for a single number
 * @param data row-major, whatever the file's order is
 */
public record NpyArray(ElementType type, List<Long> dimensions, MemorySegment data) {

  private static final int ALIGNMENT = 64;
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final Pattern TYPE = Pattern.compile("'descr':\\s*'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order':\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape':\\s*\\(([\\d,\\s]*)\\)");

  public NpyArray {
    dimensions = List.copyOf(dimensions);
  }

  /**
   * Maps a file for as long as the arena lives.
   *
   * @throws IOException if the file cannot be read, or is no array of a type that kernels know; the
   *     message completes "C.npy …"
   */
  public static NpyArray read(Path file, Arena arena) throws IOException {
    MemorySegment bytes;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    }
    if (bytes.byteSize() < 10
        || !Arrays.equals(bytes.asSlice(0, MAGIC.length).toArray(ValueLayout.JAVA_BYTE), MAGIC)) {
      throw new IOException("is not in NumPy's format");
    }
    boolean version1 = bytes.get(ValueLayout.JAVA_BYTE, 6) == 1;
    long start = version1 ? 10 : 12;
    long length =
        version1
            ? Short.toUnsignedInt(bytes.get(SHORT, 8))
            : Integer.toUnsignedLong(bytes.get(INT, 8));
    if (start + length > bytes.byteSize()) {
      throw new IOException("ends within its header");
    }
    String header =
        new String(
            bytes.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    return array(header, bytes.asSlice(start + length), arena);
  }

  /**
   * Maps a file that is in NumPy's format, or holds only the elements, row-major and little-endian.
   */
  public static NpyArray readOrRaw(Path file, ElementType type, List<Long> sizes, Arena arena)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer start = ByteBuffer.allocate(MAGIC.length);
      channel.read(start);
      if (Arrays.equals(start.array(), MAGIC)) {
        return read(file, arena);
      }
      long bytes = type.bytes(sizes.stream().reduce(1L, Math::multiplyExact));
      if (channel.size() != bytes) {
        throw new IOException(
            "is not in NumPy's format and holds %d bytes, not the %d of %s elements of type %s"
                .formatted(channel.size(), bytes, shape(sizes), type.label()));
      }
      return new NpyArray(type, sizes, channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena));
    }
  }

  private static NpyArray array(String header, MemorySegment data, Arena arena) throws IOException {
    String descriptor = found(TYPE, header).orElse("a structure");
    ElementType type =
        Arrays.stream(ElementType.values())
            .filter(known -> known.plain() == known && descriptor(known).equals(descriptor))
            .findFirst()
            .orElseThrow(
                () ->
                    new IOException(
                        "has elements of type %s, not <f2, <f4, <f8, or integers of 1 to 8 bytes"
                            .formatted(descriptor)));
    List<Long> dimensions =
        Arrays.stream(
                found(SHAPE, header).orElseThrow(() -> new IOException("has no shape")).split(","))
            .map(String::strip)
            .filter(size -> !size.isEmpty())
            .map(Long::valueOf)
            .toList();
    long bytes = type.bytes(dimensions.stream().reduce(1L, Math::multiplyExact));
    if (data.byteSize() < bytes) {
      throw new IOException("holds %d bytes of data, not %d".formatted(data.byteSize(), bytes));
    }
    boolean columnMajor = found(ORDER, header).orElse("False").equals("True");
    MemorySegment elements = data.asSlice(0, bytes);
    return new NpyArray(
        type,
        dimensions,
        columnMajor && dimensions.size() > 1
            ? rowMajor(elements, type.bytes(), dimensions, arena)
            : elements);
  }

  /** NumPy's name of the type in which it knows the elements. */
  public static String descriptor(ElementType type) {
    ElementType plain = type.plain();
    return (plain.bits() == Byte.SIZE ? "|" : "<")
        + plain.label().charAt(0)
        + plain.bits() / Byte.SIZE;
  }

  /** Python's notation of a shape, for example {@code (3, 4)}. */
  public static String shape(List<Long> dimensions) {
    return dimensions.stream()
        .map(String::valueOf)
        .collect(Collectors.joining(", ", "(", dimensions.size() == 1 ? ",)" : ")"));
  }

  private static Optional<String> found(Pattern pattern, String header) {
    Matcher matcher = pattern.matcher(header);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * Copies elements to row-major order; {@code from} follows each element's place in the columns.
   */
  private static MemorySegment rowMajor(
      MemorySegment columns, int bytes, List<Long> dimensions, Arena arena) {
    int rank = dimensions.size();
    long[] strides = new long[rank];
    long elements = 1;
    for (int axis = 0; axis < rank; axis++) {
      strides[axis] = elements;
      elements *= dimensions.get(axis);
    }
    MemorySegment rows = arena.allocate(elements * bytes, Long.BYTES);
    long[] at = new long[rank];
    long from = 0;
    for (long to = 0; to < elements; to++) {
      MemorySegment.copy(columns, from * bytes, rows, to * bytes, bytes);
      int axis = rank - 1;
      from += strides[axis];
      while (axis > 0 && ++at[axis] == dimensions.get(axis)) {
        from -= at[axis] * strides[axis];
        at[axis] = 0;
        axis--;
        from += strides[axis];
      }
    }
    return rows;
  }

  /** Header of a file, padded with blanks so that the data begin at a multiple of 64 bytes. */
  public static byte[] header(ElementType type, List<Long> dimensions) {
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': %s, }"
            .formatted(descriptor(type), shape(dimensions));
    int prefix = MAGIC.length + 4;
    int all = Math.ceilDiv(prefix + text.length() + 1, ALIGNMENT) * ALIGNMENT;
    ByteBuffer header = ByteBuffer.allocate(all).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (all - prefix));
    String padded = text + " ".repeat(all - prefix - text.length() - 1) + "\n";
    return header.put(padded.getBytes(StandardCharsets.US_ASCII)).array();
  }
}
