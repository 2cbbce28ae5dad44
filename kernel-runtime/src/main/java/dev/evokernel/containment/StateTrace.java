package dev.evokernel.containment;

import java.util.List;

/** One kind of state of this process, as it was when the trace was taken. */
@FunctionalInterface
interface StateTrace {

  /** What has changed since, each with its name and as the object of "left behind". */
  List<String> changes();
}
