package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static jcuda.driver.JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;

/**
 * Factory of calls from launch geometries.
 *
 * @param threadsPerCore that can be resident on a multiprocessor
 */
record Launches(DeviceLimits limits, int threadsPerCore) {

  static final int REFERENCE_BLOCKS = 16;

  static final int REFERENCE_THREADS = 128;

  private static final int SHARED_WITHOUT_ASKING = 48 << 10;
  private static final int CLUSTER_WITHOUT_ASKING = 8;

  @FunctionalInterface
  interface Unplaced {

    List<Call> at(Function<BufferLayout.Slot, Handles.Address> address);
  }

  /**
   * Makes the launches of a candidate.
   *
   * @param scratch source of scratch memory; the calls are valid until it is closed
   * @param appended names of arguments beyond the kernel's, which the calls still lack
   */
  Unplaced ofCandidate(
      BufferLayout layout,
      Shape shape,
      CudaProgram program,
      CudaScratch scratch,
      List<String> appended) {
    Kernel kernel = program.kernel().on(shape);
    EntryPoint entryPoint = kernel.entryPoint();
    Frame frame = limits.frame(kernel, shape, program.configuration());
    List<Call> calls =
        IntStream.range(0, kernel.launches().size())
            .mapToObj(
                i -> bare(kernel.launches().get(i), program.built(i), program.entry(i), frame))
            .toList();
    return address -> {
      var arguments =
          new Arguments(
              kernel,
              shape,
              layout,
              limits,
              frame,
              address,
              slot -> slot.argument().type(),
              scratch);
      return IntStream.range(0, calls.size())
          .mapToObj(
              i -> {
                Launch launch = entryPoint.launches().get(i);
                BuiltLaunch built = program.built(i);
                List<Argument> taken =
                    entryPoint.taken(
                        new Launch(launch.geometry(), built.arguments().or(launch::arguments)));
                return calculated(
                    () ->
                        arguments.passed(
                            calls.get(i), program.entry(i), taken, built.hidden(), appended));
              })
          .toList();
    };
  }

  private Call bare(
      LaunchGeometry geometry, BuiltLaunch built, CudaFunction function, Frame frame) {
    return calculated(
        () -> {
          List<Long> grid = decided("grid", built.grid(), sizes(geometry.grid(), frame));
          List<Long> cluster =
              built.cluster().isEmpty() ? sizes(geometry.cluster(), frame) : built.cluster();
          var blocks = Call.Extents.of(grid);
          var threads =
              Call.Extents.of(decided("block", built.block(), sizes(geometry.block(), frame)));
          var clusters = Optional.of(Call.Extents.of(cluster));
          int shared =
              Math.toIntExact(
                  built.shared().orElseGet(() -> geometry.sharedBytes().integer(frame)));
          boolean cooperative =
              built
                  .cooperative()
                  .orElseGet(
                      () ->
                          geometry
                              .cooperative()
                              .map(condition -> condition.test(frame))
                              .orElse(false));
          check(function, threads, shared);
          check(function, grid, cluster);
          built
              .carveout()
              .or(() -> geometry.carveout().map(share -> share.integer(frame)))
              .ifPresent(percent -> prefer(function, percent));
          var bare =
              new Call(
                  function.handle(), blocks, threads, clusters, shared, cooperative, List.of());
          if (cooperative) {
            requireHeld(bare, held(bare), cores());
          }
          return bare;
        });
  }

  private static void prefer(CudaFunction function, long carveout) {
    LaunchGeometry.refusal(carveout).ifPresent(Launches::refuse);
    function.preferShared(Math.toIntExact(carveout));
  }

  @SuppressWarnings("DoNotCallSuggester") // A consumer of reasons.
  static void refuse(String reason) {
    throw RejectionException.launchFailure(
        "It cannot be launched: " + reason + ". Add a constraint.");
  }

  private static List<Long> decided(String what, List<Long> built, List<Long> described) {
    if (built.isEmpty() && described.isEmpty()) {
      throw RejectionException.launchFailure(
          "Neither the build command nor 'launch' gives the %s. Add launch: {%s: …}."
              .formatted(what, what));
    }
    return built.isEmpty() ? described : built;
  }

  private static <T> T calculated(Supplier<T> launch) {
    try {
      return launch.get();
    } catch (ArithmeticException e) {
      throw RejectionException.launchFailure("The launch has no geometry: " + e.getMessage());
    }
  }

  /**
   * Makes the launch of a reference, which strides over its outputs and is right under every
   * geometry.
   */
  List<Call> ofReference(
      Kernel kernel,
      Shape shape,
      BufferLayout layout,
      CudaProgram program,
      Configuration configuration,
      CudaScratch scratch,
      Function<BufferLayout.Slot, Handles.Address> address) {
    Frame frame = limits.frame(kernel, shape, configuration);
    int blocks = Math.toIntExact(REFERENCE_BLOCKS * limits.value(Limit.CORES));
    List<Argument> taken =
        kernel.arguments().stream()
            .filter(argument -> argument.isOfTheProblem() && argument.isPassed())
            .toList();
    Call bare = Call.plain(program.entry(0).handle(), blocks, REFERENCE_THREADS, List.of());
    var arguments =
        new Arguments(
            kernel, shape, layout, limits, frame, address, BufferLayout.Slot::stored, scratch);
    return List.of(arguments.passed(bare, program.entry(0), taken, List.of(), List.of()));
  }

  long referenceThreads() {
    return (long) REFERENCE_BLOCKS * REFERENCE_THREADS * limits.value(Limit.CORES);
  }

  Resources resources(CudaProgram program, List<Call> calls) {
    return IntStream.range(0, calls.size())
        .mapToObj(i -> resources(program.entry(i), calls.get(i)))
        .reduce(Resources::worst)
        .orElseThrow();
  }

  private Resources resources(CudaFunction function, Call call) {
    return new Resources(
        function.registers(),
        function.localBytes(),
        function.staticShared(),
        call.shared(),
        (double) resident(call) * call.block().product() / threadsPerCore);
  }

  int resident(Call call) {
    int[] blocks = new int[1];
    candidate(
        cuOccupancyMaxActiveBlocksPerMultiprocessor(
            blocks, call.function(), Math.toIntExact(call.block().product()), call.shared()),
        "asking for the occupancy");
    return blocks[0];
  }

  private long held(Call call) {
    if (call.cluster().isEmpty()) {
      return (long) resident(call) * cores();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment clusters = arena.allocate(JAVA_INT);
      candidate(
          DriverCalls.call(
              "cuOccupancyMaxActiveClusters",
              clusters,
              call.function().value(),
              LaunchConfiguration.of(call, new Handles.Stream(), arena)),
          "asking for the occupancy");
      return clusters.get(JAVA_INT, 0) * call.cluster().get().product();
    }
  }

  int cores() {
    return Math.toIntExact(limits.value(Limit.CORES));
  }

  private void check(CudaFunction function, Call.Extents block, int shared) {
    long allShared = (long) shared + function.staticShared();
    if (allShared > limits.value(Limit.SHARED_MEMORY)) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A block would use %d bytes of shared memory; the device allows %d."
              .formatted(allShared, limits.value(Limit.SHARED_MEMORY)));
    }
    if (block.product() > function.maxThreads()) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A block would have %d threads; with %d registers each it can have %d."
              .formatted(block.product(), function.registers(), function.maxThreads()));
    }
    if (allShared > SHARED_WITHOUT_ASKING) {
      function.allowShared(shared);
    }
  }

  private void check(CudaFunction function, List<Long> grid, List<Long> cluster) {
    if (cluster.isEmpty()) {
      return;
    }
    Arguments.requireHopper("Clusters need", limits);
    LaunchGeometry.refusal(grid, cluster).ifPresent(Launches::refuse);
    if (cluster.stream().reduce(1L, (a, b) -> a * b) > CLUSTER_WITHOUT_ASKING) {
      function.allowLargeClusters();
    }
  }

  static List<Long> sizes(List<Expression> expressions, Frame frame) {
    return expressions.stream().map(expression -> expression.integer(frame)).toList();
  }

  /**
   * Requires that the device holds a grid whose blocks wait for one another at once. A waiting
   * block would wait forever for a block without a place.
   */
  static void requireHeld(Call call, long held, int cores) {
    long blocks = call.grid().product();
    if (blocks > held) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A cooperative launch has %,d blocks, but the device holds only %,d of %s threads and %d bytes of dynamic shared memory%s at once, on %d multiprocessors. Give it a grid of at most %,d blocks that stride over the problem, or add a constraint."
              .formatted(
                  blocks,
                  held,
                  call.block(),
                  call.shared(),
                  call.cluster().map(cluster -> ", in clusters of " + cluster + ",").orElse(""),
                  cores,
                  held));
    }
  }
}
