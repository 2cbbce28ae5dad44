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
 * Program in C that reads a candidate's inputs from files and calls the candidate once. Compiled
 * with {@code EVO_ALONE}, it does all but the call, and needs no candidate.
 */
record SanitizedCall(Sanitizer.Subject subject) {

  private static final String PROLOGUE =
      """
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>

      static void *buffer(size_t bytes) {
        void *start = NULL;
        if (posix_memalign(&start, 64, bytes) != 0) exit(3);
        return start;
      }

      static void contents(const char *folder, const char *name, void *start, size_t bytes) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.bin", folder, name);
        FILE *file = fopen(path, "rb");
        if (file == NULL || fread(start, 1, bytes, file) != bytes) exit(4);
        fclose(file);
      }
      """;

  Path source() {
    return subject.scratch().resolve("call.c");
  }

  void write() throws IOException {
    var types = new ArrayList<String>();
    var values = new ArrayList<String>();
    var declared = new StringBuilder();
    var made = new StringBuilder();
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
            fill(buffer, signature.input(buffer), bytes);
          }
          if (buffer.isSymbol()) {
            name = buffer.name();
            declared.append(
                "#ifndef EVO_ALONE\nextern\n#endif\nunsigned char %s[%d];\n"
                    .formatted(name, bytes));
          } else {
            types.add("void *");
            values.add(name);
            made.append("  void *%s = buffer(%d);\n".formatted(name, bytes));
            freed.append("  free(").append(name).append(");\n");
          }
          if (buffer.holds()) {
            made.append(
                "  contents(argv[1], \"%s\", %s, %d);\n".formatted(buffer.name(), name, bytes));
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
            + "#ifndef EVO_ALONE\n  fclose(fopen(argv[2], \"wb\"));\n  %s(%s);\n#endif\n"
                .formatted(entry, String.join(", ", values))
            + freed
            + "  return 0;\n}\n");
  }

  private void fill(Argument.Buffer buffer, Signature.Input input, long bytes) throws IOException {
    Path file = subject.scratch().resolve(buffer.name() + ".bin");
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE)) {
      InputFill.of(subject.kernel(), subject.shape(), InputSet.usual(subject.seed()), input)
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
