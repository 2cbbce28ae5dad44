package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.backend.reference.NpyWriter;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.kernel.yaml.ShippedText;

/**
 * Program in C that calls a candidate some times on its input sets, which lie in files. The program
 * keeps the outputs, or compares with kept ones within twice the tolerance: two builds of a
 * candidate may differ from the reference in opposite directions. Compiled with {@code EVO_ALONE},
 * it does all but the calls, and needs no candidate.
 */
record SanitizedCall(Sanitizer.Subject subject) {

  private static final String LOOP = ShippedText.of(SanitizedCall.class, "sanitized_call.c");

  Path source() {
    return subject.scratch().resolve("call.c");
  }

  private Kernel typed() {
    return subject.kernel().typed(subject.configuration()).on(subject.shape());
  }

  void write() throws IOException {
    var types = new HashMap<String, String>();
    var values = new HashMap<String, String>();
    var symbols = new StringBuilder();
    var buffers = new ArrayList<String>();
    Backend cpu = Backend.named(subject.kernel().backend());
    Frame frame =
        cpu.limits(cpu.devices().getFirst())
            .orElseThrow()
            .frame(subject.kernel(), subject.shape(), subject.configuration());
    Signature signature = typed().entryPoint().signature();
    for (Argument argument : signature.arguments()) {
      switch (argument) {
        case Argument.Buffer buffer -> {
          long elements =
              Extent.of(subject.kernel(), subject.shape(), buffer, subject.configuration())
                  .elements();
          if (buffer.holds()) {
            fill(buffer, signature.input(buffer), buffer.type().bytes(elements));
          }
          if (buffer.isSymbol()) {
            symbols.append(
                "#ifndef EVO_ALONE\nextern\n#endif\nunsigned char %s[%d];\n"
                    .formatted(buffer.name(), buffer.type().bytes(elements)));
          } else if (buffer.isPassed()) {
            types.put(buffer.name(), "void *");
            values.put(buffer.name(), "evo_buffers[%d].start".formatted(buffers.size()));
          }
          buffers.add(row(buffer, elements));
        }
        case Argument.Scalar(String name, ElementType type, Expression value) -> {
          types.put(name, type.c());
          values.put(name, text(new Member.Scalar(type, value), signature, frame));
        }
        case Argument.ByValue(String name, Member.Leaf leaf) -> {
          types.put(name, type(leaf));
          values.put(name, text(leaf, signature, frame));
        }
        case Argument.ByValue(String name, Member.Struct struct) -> {
          var members = new StringJoiner(" ");
          struct
              .flat()
              .forEach(leaf -> members.add(type(leaf) + "m%d;".formatted(members.length())));
          symbols.insert(0, "struct evo_%s {%s};\n".formatted(name, members));
          types.put(name, "struct evo_" + name);
          values.put(
              name,
              struct.flat().stream()
                  .map(leaf -> text(leaf, signature, frame))
                  .collect(Collectors.joining(", ", "(struct evo_%s){".formatted(name), "}")));
        }
        case Argument.Scratch _, Argument.TensorMap _ ->
            throw new IllegalStateException(
                "Not an argument of the cpu backend: " + argument.name());
      }
    }
    List<String> entries = subject.kernel().source().with(subject.configuration()).entries();
    EntryPoint entryPoint = typed().entryPoint();
    var declarations = new StringBuilder();
    var calls = new StringBuilder();
    for (int i = 0; i < entries.size(); i++) {
      List<Argument> taken = entryPoint.taken(entryPoint.launches().get(i));
      declarations.append("void %s(%s);\n".formatted(entries.get(i), joined(taken, types)));
      calls.append("  %s(%s);\n".formatted(entries.get(i), joined(taken, values)));
    }
    Files.writeString(
        source(),
        LOOP
            + "\n"
            + symbols
            + declarations
            + "struct evo_buffer evo_buffers[] = {%s};\n".formatted(String.join(", ", buffers))
            + "const int evo_count = %d, evo_sets = %d;\n"
                .formatted(buffers.size(), subject.seeds().size())
            + "void evo_call(void) {\n#ifndef EVO_ALONE\n%s#endif\n}\n".formatted(calls));
  }

  private static String joined(List<Argument> taken, Map<String, String> texts) {
    return taken.stream()
        .map(argument -> Objects.requireNonNull(texts.get(argument.name())))
        .collect(Collectors.joining(", "));
  }

  private static String type(Member.Leaf leaf) {
    return switch (leaf) {
      case Member.Scalar(ElementType type, _) -> type.c() + " ";
      case Member.Pointer _, Member.Pointers _ -> "void *";
      case Member.Gap(long bytes) -> "struct {char gap[%d];} ".formatted(bytes);
    };
  }

  private static String text(Member.Leaf leaf, Signature signature, Frame frame) {
    return switch (leaf) {
      case Member.Scalar(ElementType type, Expression value) ->
          type.isFloating()
              ? String.format(Locale.ROOT, "%a", value.real(frame))
              : value.integer(frame) + "LL";
      case Member.Pointer pointer -> {
        Argument.Buffer of = signature.buffer(pointer.of());
        long row =
            signature.arguments().stream()
                .takeWhile(argument -> !argument.name().equals(pointer.of()))
                .filter(Argument.Buffer.class::isInstance)
                .count();
        yield pointer
            .offsets(frame)
            .mapToObj(
                at -> "(char *)evo_buffers[%d].start + %d".formatted(row, of.type().bytes(at)))
            .collect(Collectors.joining(", "));
      }
      case Member.Pointers(List<Member.Pointer> all) ->
          all.isEmpty()
              ? "NULL"
              : all.stream()
                  .map(pointer -> text(pointer, signature, frame))
                  .collect(Collectors.joining(", ", "(void *[]){", "}"));
      case Member.Gap _ -> "{{0}}";
    };
  }

  /** Row of the table of buffers, in the order of its members. */
  private String row(Argument.Buffer buffer, long elements) {
    Tolerance own = typed().tolerance(buffer.name());
    boolean compared = !buffer.isReduced() && own.mayDiffer(elements) == 0 && own.rms() == 0;
    return String.format(
        Locale.ROOT,
        "{\"%s\", %s, %d, %d, %d, %a, %a, %s}",
        buffer.name(),
        buffer.type(),
        elements,
        buffer.holds() ? 1 : 0,
        buffer.output() ? 1 : 0,
        compared ? 2 * own.absolute() : -1,
        2 * own.relative(),
        buffer.isSymbol() ? buffer.name() : "NULL");
  }

  private void fill(Argument.Buffer buffer, Signature.Input input, long bytes) throws IOException {
    for (int set = 0; set < subject.seeds().size(); set++) {
      InputSet inputSet =
          InputSet.usual(subject.seeds().get(set)).of(subject.kernel(), subject.configuration());
      Path file = subject.scratch().resolve("%s.%d.bin".formatted(buffer.name(), set));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment filled = arena.allocate(bytes);
        InputFill.of(subject.kernel(), subject.shape(), inputSet, input).write(filled);
        NpyWriter.write(file, filled);
      }
    }
  }
}
