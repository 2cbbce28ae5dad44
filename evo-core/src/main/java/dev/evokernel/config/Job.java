package dev.evokernel.config;

import dev.evokernel.expr.Value;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One job, as {@code evo.yaml} describes it, defaults filled in.
 *
 * @param file its {@code evo.yaml}, absolute
 * @param kernel the {@code kernel.yaml}, absolute; whether it is there shows when it is read
 * @param device {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:0}
 * @param shapes the shapes to optimise for; empty for every shape of the kernel
 * @param seeds hand-written configurations, full or partial, as they stand in the file
 * @param results the folder of the database and of every run's files, absolute
 * @param prometheus the port for metrics on loopback; empty when they are off
 */
public record Job(
    Path file,
    Path kernel,
    String device,
    List<String> shapes,
    Budget budget,
    SearchSettings search,
    List<Map<String, Value>> seeds,
    Acceptance acceptance,
    GateSettings gate,
    Timeouts timeouts,
    Path results,
    OptionalInt prometheus) {

  public Job {
    shapes = List.copyOf(shapes);
    seeds =
        seeds.stream().map(seed -> Collections.unmodifiableMap(new LinkedHashMap<>(seed))).toList();
  }
}
