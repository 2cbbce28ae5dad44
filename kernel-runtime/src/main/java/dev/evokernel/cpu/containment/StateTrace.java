package dev.evokernel.cpu.containment;

import java.util.List;

/** State of one kind of this process, as it was when the trace was taken. */
@FunctionalInterface
interface StateTrace {

  /** Changes since then, each with its name, as the object of "left behind". */
  List<String> changes();
}
