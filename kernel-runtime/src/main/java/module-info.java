import dev.evokernel.backend.Backend;
import dev.evokernel.cpu.CpuBackend;
import dev.evokernel.cuda.CudaBackend;

/**
 * One configuration of a kernel: compile, check, time.
 *
 * <p>Open, because Jackson reads and writes the records of the worker protocol.
 */
@SuppressWarnings({"requires-automatic", "module"}) // jcuda; dev.evokernel is compiled later
open module dev.evokernel.runtime {
  requires com.fasterxml.jackson.annotation;
  requires com.networknt.schema;
  requires jcuda;
  requires org.apache.commons.statistics.descriptive;
  requires static transitive org.jspecify;
  requires org.snakeyaml.engine;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.evokernel.backend;
  exports dev.evokernel.expr;
  exports dev.evokernel.kernel;
  exports dev.evokernel.measure to
      dev.evokernel;
  exports dev.evokernel.outcome;
  exports dev.evokernel.worker to
      dev.evokernel;

  uses Backend;

  provides Backend with
      CpuBackend,
      CudaBackend;
}
