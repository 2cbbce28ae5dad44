package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static jcuda.driver.JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor;

import module java.base;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cuda.driver.DriverCalls;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.memory.Layout;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.LaunchGeometry;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;

/**
 * Factory of calls from launch geometries.
 *
 * @param limits the device's
 * @param threadsPerCore that can be resident on a multiprocessor
 */
record Launches(DeviceLimits limits, int threadsPerCore) {

  /** Blocks of a reference's launch for each multiprocessor. */
  static final int REFERENCE_BLOCKS = 16;

  /** Threads of each block of a reference's launch. */
  static final int REFERENCE_THREADS = 128;

  private static final int SHARED_WITHOUT_ASKING = 48 << 10;
  private static final int CLUSTER_WITHOUT_ASKING = 8;

  @FunctionalInterface
  interface Unplaced {

    /**
     * @param address of a buffer
     */
    Call at(Function<Layout.Slot, Handles.Address> address);
  }

  /**
   * Makes the launch of a candidate.
   *
   * @param layout of the kernel on the shape
   * @param scratch source of scratch memory; the calls are valid until it is closed
   * @param appended names of arguments beyond the kernel's, which the calls still lack
   */
  Unplaced ofCandidate(
      Layout layout,
      Shape shape,
      CudaProgram program,
      ScratchMemory scratch,
      List<String> appended) {
    Kernel kernel = program.kernel().on(shape);
    LaunchGeometry geometry = kernel.launch();
    if (geometry == null) {
      throw new EnvironmentException(
          "Kernel '%s' has no launch. Add launch: {grid: …, block: …} to the section cuda of %s."
              .formatted(kernel.name(), kernel.file()));
    }
    Frame frame = Bindings.frame(kernel, limits, shape, program.configuration());
    return calculated(
        () -> {
          BuiltLaunch built = program.built();
          List<Long> grid = decided("grid", built.grid(), sizes(geometry.grid(), frame));
          List<Long> cluster =
              built.cluster().isEmpty() ? sizes(geometry.cluster(), frame) : built.cluster();
          var blocks = Call.Extents.of(grid);
          var threads =
              Call.Extents.of(decided("block", built.block(), sizes(geometry.block(), frame)));
          Optional<Call.Extents> clusters =
              cluster.isEmpty() ? Optional.empty() : Optional.of(Call.Extents.of(cluster));
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
          check(program, threads, shared);
          check(program, grid, cluster);
          built
              .carveout()
              .or(() -> geometry.carveout().map(share -> share.integer(frame)))
              .ifPresent(percent -> prefer(program, percent));
          var bare =
              new Call(
                  program.function(), blocks, threads, clusters, shared, cooperative, List.of());
          if (cooperative) {
            requireHeld(bare, held(bare), cores());
          }
          return address ->
              calculated(
                  () -> {
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
                    List<MemorySegment> values = arguments.all(built);
                    List<String> names = new ArrayList<>(arguments.names(built));
                    names.addAll(appended);
                    program.parameters().ifPresent(taken -> taken.require(names, values));
                    return bare.with(values);
                  });
        });
  }

  private static void prefer(CudaProgram program, long carveout) {
    LaunchGeometry.refusal(carveout).ifPresent(Launches::refuse);
    program.preferShared(Math.toIntExact(carveout));
  }

  @SuppressWarnings("DoNotCallSuggester") // A consumer of reasons.
  static void refuse(String reason) {
    throw RejectionException.launchFailure(
        "It cannot be launched: " + reason + ". Add a constraint.");
  }

  /** Selects the sizes of the build program, or else those of {@code launch}. */
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
  Call ofReference(
      Kernel kernel,
      Shape shape,
      CudaProgram program,
      Configuration configuration,
      ScratchMemory scratch,
      Function<Layout.Slot, Handles.Address> address) {
    Frame frame = Bindings.frame(kernel, limits, shape, configuration);
    int blocks = Math.toIntExact(REFERENCE_BLOCKS * limits.value(Limit.CORES));
    var arguments =
        new Arguments(
            kernel,
            shape,
            Layout.of(kernel, shape),
            limits,
            frame,
            address,
            slot -> Expected.stored(slot),
            scratch);
    List<MemorySegment> values = arguments.ofTheProblem();
    program.parameters().ifPresent(taken -> taken.require(arguments.namesOfTheProblem(), values));
    return new Call(
        program.function(),
        new Call.Extents(blocks, 1, 1),
        new Call.Extents(REFERENCE_THREADS, 1, 1),
        Optional.empty(),
        0,
        /* cooperative= */ false,
        values);
  }

  long referenceThreads() {
    return (long) REFERENCE_BLOCKS * REFERENCE_THREADS * limits.value(Limit.CORES);
  }

  /** Resources of a launch of a program. */
  Resources resources(CudaProgram program, Call call) {
    return new Resources(
        program.registers(),
        program.localBytes(),
        program.staticShared(),
        call.shared(),
        (double) resident(call) * call.block().product() / threadsPerCore);
  }

  /** Blocks of a launch that a multiprocessor holds at once. */
  int resident(Call call) {
    int[] blocks = new int[1];
    candidate(
        cuOccupancyMaxActiveBlocksPerMultiprocessor(
            blocks, call.function(), Math.toIntExact(call.block().product()), call.shared()),
        "asking for the occupancy");
    return blocks[0];
  }

  /** Blocks of a launch that the device holds at once. */
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

  private void check(CudaProgram program, Call.Extents block, int shared) {
    long allShared = (long) shared + program.staticShared();
    if (allShared > limits.value(Limit.SHARED_MEMORY)) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A block would use %d bytes of shared memory; the device allows %d."
              .formatted(allShared, limits.value(Limit.SHARED_MEMORY)));
    }
    if (block.product() > program.maxThreads()) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A block would have %d threads; with %d registers each it can have %d."
              .formatted(block.product(), program.registers(), program.maxThreads()));
    }
    if (allShared > SHARED_WITHOUT_ASKING) {
      program.allowShared(shared);
    }
  }

  private void check(CudaProgram program, List<Long> grid, List<Long> cluster) {
    if (cluster.isEmpty()) {
      return;
    }
    Arguments.requireHopper("Clusters need", limits);
    LaunchGeometry.refusal(grid, cluster).ifPresent(Launches::refuse);
    if (cluster.stream().reduce(1L, (a, b) -> a * b) > CLUSTER_WITHOUT_ASKING) {
      program.allowLargeClusters();
    }
  }

  static List<Long> sizes(List<Expression> expressions, Frame frame) {
    return expressions.stream().map(expression -> expression.integer(frame)).toList();
  }

  /**
   * Requires that the device holds a grid whose blocks wait for one another at once. A waiting
   * block would wait forever for a block without a place.
   *
   * @param held blocks of this launch that the device holds at once
   * @param cores that the blocks are distributed over
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
