package dev.evokernel.cpu;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import module java.base;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.backend.tool.Sanitizer;
import dev.evokernel.cpu.host.HostCpu;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Signature;

/**
 * Program in C that reads a candidate's input sets from files, calls the candidate on them in turn,
 * and writes the outputs of the last call on each.
 */
record SanitizedCall(Sanitizer.Subject subject) {

  private static final String PROLOGUE =
      """
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <time.h>

      static void *buffer(size_t bytes) {
        void *start = NULL;
        if (posix_memalign(&start, 64, bytes) != 0) exit(3);
        return start;
      }

      static FILE *opened(const char *folder, const char *name, int set, const char *mode) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.%d.bin", folder, name, set);
        FILE *file = fopen(path, mode);
        if (file == NULL) exit(4);
        return file;
      }

      static void contents(const char *folder, const char *name, int set, void *start, size_t bytes) {
        FILE *file = opened(folder, name, set, "rb");
        if (fread(start, 1, bytes, file) != bytes) exit(4);
        fclose(file);
      }

      static void keep(const char *folder, const char *name, int set, void *start, size_t bytes) {
        FILE *file = opened(folder, name, set, "wb");
        if (fwrite(start, 1, bytes, file) != bytes || fclose(file)) exit(4);
      }
      """;

  /** Rounds of calls on all input sets, as far as they take less than two seconds. */
  private static final int ROUNDS = 3;

  Path source() {
    return subject.scratch().resolve("call.c");
  }

  void write() throws IOException {
    var types = new ArrayList<String>();
    var values = new ArrayList<String>();
    var declared = new StringBuilder();
    var made = new StringBuilder();
    var filled = new StringBuilder();
    var kept = new StringBuilder();
    var freed = new StringBuilder();
    Frame frame =
        Bindings.frame(
            subject.kernel(),
            HostCpu.ofThisMachine().limits(),
            subject.shape(),
            subject.configuration());
    Signature signature = subject.kernel().on(subject.shape()).entryPoint().signature();
    List<Argument> arguments = signature.arguments();
    for (int position = 0; position < arguments.size(); position++) {
      String name = "evo_" + position;
      switch (arguments.get(position)) {
        case Argument.Buffer buffer -> {
          long bytes =
              Extent.of(subject.kernel(), subject.shape(), buffer, subject.configuration())
                      .elements()
                  * buffer.type().bytes();
          if (buffer.holds()) {
            for (int set = 0; set < subject.seeds().size(); set++) {
              fill(buffer, signature.input(buffer), set, bytes);
            }
          }
          if (buffer.isSymbol()) {
            name = buffer.name();
            declared.append("extern unsigned char %s[];\n".formatted(name));
          } else {
            types.add("void *");
            values.add(name);
            made.append("  void *%s = buffer(%d);\n".formatted(name, bytes));
            freed.append("  free(").append(name).append(");\n");
          }
          filled.append(
              buffer.holds()
                  ? "    contents(argv[1], \"%s\", set, %s, %d);\n"
                      .formatted(buffer.name(), name, bytes)
                  : "    memset(%s, 0xFF, %d);\n".formatted(name, bytes));
          if (buffer.output()) {
            kept.append(
                "    keep(argv[2], \"%s\", set, %s, %d);\n".formatted(buffer.name(), name, bytes));
          }
        }
        case Argument.Scalar scalar -> {
          types.add(type(scalar.type()));
          values.add(
              scalar.type().isFloating()
                  ? String.format(Locale.ROOT, "%a", scalar.value().real(frame))
                  : scalar.value().integer(frame) + "LL");
        }
        case Argument.Scratch _, Argument.TensorMap _ ->
            throw CpuProgram.unknown(arguments.get(position));
      }
    }
    String entry = subject.kernel().source().with(subject.configuration()).entry();
    Files.writeString(
        source(),
        PROLOGUE
            + "\nvoid %s(%s);\n".formatted(entry, String.join(", ", types))
            + declared
            + "\nint main(int argc, char **argv) {\n  if (argc != 3) return 2;\n"
            + made
            + "  for (int i = 0; i < %1$d && (i < %2$d || clock() < 2 * CLOCKS_PER_SEC); i++) {\n"
                .formatted(ROUNDS * subject.seeds().size(), subject.seeds().size())
            + "    int set = i %% %d;\n".formatted(subject.seeds().size())
            + filled
            + "    %s(%s);\n".formatted(entry, String.join(", ", values))
            + kept
            + "  }\n"
            + freed
            + "  return 0;\n}\n");
  }

  /** The file of a buffer's contents, or outputs, for one input set. */
  static Path file(Path folder, String buffer, int set) {
    return folder.resolve("%s.%d.bin".formatted(buffer, set));
  }

  private void fill(Argument.Buffer buffer, Signature.Input input, int set, long bytes)
      throws IOException {
    Path file = file(subject.scratch(), buffer.name(), set);
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE)) {
      InputFill.of(
              subject.kernel(), subject.shape(), InputSet.usual(subject.seeds().get(set)), input)
          .write(channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena));
    }
  }

  private static String type(ElementType scalar) {
    return switch (scalar) {
      case F16, BF16, F32 -> "float";
      case F64 -> "double";
      case I8 -> "int8_t";
      case I32 -> "int32_t";
      case I64 -> "int64_t";
    };
  }
}
