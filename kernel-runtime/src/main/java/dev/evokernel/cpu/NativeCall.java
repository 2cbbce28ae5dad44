package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.data.MemberBytes;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;

/** Launches of a program with the values of their arguments. */
record NativeCall(
    CpuProgram program,
    Shape shape,
    DeviceLimits limits,
    Function<String, MemorySegment> from,
    CpuBuffers to) {

  List<CandidateProcess.Frame> frames() {
    Frame frame = limits.frame(program.kernel(), shape, program.configuration());
    EntryPoint entryPoint = program.kernel().on(shape).entryPoint();
    Signature signature = entryPoint.signature();
    return IntStream.range(0, entryPoint.launches().size())
        .mapToObj(
            i -> {
              List<Argument> taken = entryPoint.taken(entryPoint.launches().get(i));
              return new CandidateProcess.Frame(
                  i,
                  taken.stream().map(CpuProgram::layout).toList(),
                  taken.stream().map(argument -> value(argument, signature, frame)).toList());
            })
        .toList();
  }

  private Object value(Argument argument, Signature signature, Frame frame) {
    return switch (argument) {
      case Argument.Buffer buffer -> memory(buffer);
      case Argument.Scalar scalar -> CpuProgram.passed(scalar.type(), scalar.number(frame));
      case Argument.ByValue(_, Member content) -> {
        MemorySegment bytes =
            new MemberBytes(
                    frame,
                    of -> memory(signature.buffer(of)).address(),
                    of -> signature.buffer(of).type(),
                    to::array)
                .of(content);
        yield content instanceof Member.Struct
            ? bytes
            : MemorySegment.ofAddress(bytes.get(ValueLayout.JAVA_LONG, 0));
      }
      case Argument.Scratch _, Argument.TensorMap _ -> throw CpuProgram.unknown(argument);
    };
  }

  private MemorySegment memory(Argument.Buffer buffer) {
    return buffer.output() ? to.data(buffer.name()) : from.apply(buffer.name());
  }
}
