package dev.evokernel.cuda;

import module java.base;

/**
 * Kernels in a cubin, a 64-bit ELF file: the entry points of its symbol table. The table is needed
 * because a template's name is mangled in the cubin, and only NVRTC reports the mangled name, only
 * while it compiles.
 */
public record Cubin(List<String> kernels) {

  private static final int SYMBOL_TABLE = 2;
  private static final int FUNCTION = 2;
  private static final int ENTRY_POINT = 0x10;

  public Cubin {
    kernels = List.copyOf(kernels);
  }

  /**
   * @throws IllegalArgumentException if the bytes are not a cubin
   */
  public static Cubin read(byte[] elf) {
    ByteBuffer file = ByteBuffer.wrap(elf).order(ByteOrder.LITTLE_ENDIAN);
    if (!isIn(elf)) {
      throw new IllegalArgumentException(
          "Not a cubin: " + elf.length + " bytes without an ELF header.");
    }
    long sections = file.getLong(0x28);
    int sectionSize = file.getShort(0x3a);
    int sectionCount = file.getShort(0x3c);
    var kernels = new ArrayList<String>();
    for (int i = 0; i < sectionCount; i++) {
      int section = Math.toIntExact(sections + (long) i * sectionSize);
      if (file.getInt(section + 4) == SYMBOL_TABLE) {
        int names = Math.toIntExact(sections + (long) file.getInt(section + 40) * sectionSize);
        addKernels(file, section, Math.toIntExact(file.getLong(names + 24)), kernels);
      }
    }
    return new Cubin(kernels);
  }

  /** Whether the bytes are an ELF file and not, for example, PTX text. */
  public static boolean isIn(byte[] image) {
    return image.length >= 64
        && ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN).getInt(0) == 0x464c457f;
  }

  private static void addKernels(ByteBuffer file, int section, int strings, List<String> kernels) {
    int start = Math.toIntExact(file.getLong(section + 24));
    int end = start + Math.toIntExact(file.getLong(section + 32));
    for (int symbol = start; symbol < end; symbol += 24) {
      boolean function = (file.get(symbol + 4) & 0xf) == FUNCTION;
      if (function && (file.get(symbol + 5) & ENTRY_POINT) != 0) {
        kernels.add(MemorySegment.ofBuffer(file).getString(strings + file.getInt(symbol)));
      }
    }
  }

  /**
   * Finds the cubin's name for a kernel.
   *
   * @param entry a C name, a C++ name, or a template's name expression such as {@code gemm<4>}
   * @throws IllegalArgumentException if no kernel or several kernels have this name
   */
  public String symbol(String entry) {
    if (kernels.contains(entry)) {
      return entry;
    }
    String simple = entry.replaceFirst("<.*", "").replaceFirst(".*::", "").strip();
    List<String> mangled =
        kernels.stream()
            .filter(kernel -> kernel.startsWith("_Z"))
            .filter(kernel -> kernel.contains(simple.length() + simple))
            .toList();
    if (mangled.size() > 1 && entry.contains("<")) {
      Pattern instance =
          Pattern.compile(simple.length() + Pattern.quote(simple) + arguments(entry));
      mangled = mangled.stream().filter(kernel -> instance.matcher(kernel).find()).toList();
    }
    if (mangled.size() != 1) {
      throw new IllegalArgumentException(
          "The entry '%s' matches %s of the kernels %s. Declare it extern \"C\"."
              .formatted(entry, mangled.isEmpty() ? "none" : "several", kernels));
    }
    return mangled.getFirst();
  }

  /** Mangled template arguments, as a regular expression: numbers, truth values and plain types. */
  private static String arguments(String entry) {
    String inside = entry.substring(entry.indexOf('<') + 1, entry.lastIndexOf('>'));
    return Stream.of(inside.split(",", -1))
        .map(String::strip)
        .map(
            argument ->
                switch (argument) {
                  case "true" -> "Lb1E";
                  case "false" -> "Lb0E";
                  case "float" -> "f";
                  case "double" -> "d";
                  case "int" -> "i";
                  default ->
                      argument.matches("-?\\d+")
                          ? "L[a-z]" + argument.replace('-', 'n') + "E"
                          : ".+?";
                })
        .collect(Collectors.joining("", "I", ""));
  }
}
