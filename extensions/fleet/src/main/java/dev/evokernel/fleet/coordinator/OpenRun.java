package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.SharedProblem;

/**
 * Run that workers serve.
 *
 * @param model the model of every device of the run
 * @param files files of the problem by digest; a worker gets no others
 * @param opening longest time in which a worker can open the problem
 */
public record OpenRun(
    SharedProblem problem, OfferedDevice model, Map<String, Path> files, Duration opening) {

  public OpenRun {
    files = Map.copyOf(files);
  }
}
