import dev.evokernel.backend.Backend;
import dev.evokernel.cpu.CpuBackend;
import dev.evokernel.cuda.CudaBackend;

/**
 * One configuration of a kernel: compile, check, time.
 *
 * <p>Open, because Jackson reads and writes the records of the worker protocol.
 */
@SuppressWarnings("requires-automatic") // jcuda
open module dev.evokernel.runtime {
  requires com.fasterxml.jackson.annotation;
  requires jcuda;
  requires org.apache.commons.statistics.descriptive;
  requires static transitive org.jspecify;
  requires org.snakeyaml.engine;
  requires tools.jackson.core;
  requires transitive tools.jackson.databind;

  exports dev.evokernel.backend;
  exports dev.evokernel.backend.binary;
  exports dev.evokernel.backend.data;
  exports dev.evokernel.backend.file;
  exports dev.evokernel.backend.memory;
  exports dev.evokernel.backend.reference;
  exports dev.evokernel.expr;
  exports dev.evokernel.kernel;
  exports dev.evokernel.kernel.read;
  exports dev.evokernel.kernel.yaml;
  exports dev.evokernel.measure;
  exports dev.evokernel.outcome;
  exports dev.evokernel.worker;
  exports dev.evokernel.worker.protocol;

  uses Backend;
  uses dev.evokernel.backend.Judging;
  uses dev.evokernel.backend.file.ProfilerTool;
  uses dev.evokernel.backend.file.SanitizerTool;

  provides Backend with
      CpuBackend,
      CudaBackend;
}
