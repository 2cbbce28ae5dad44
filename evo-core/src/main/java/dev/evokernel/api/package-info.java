/**
 * The library's door: a Java program tunes a kernel, or a function of its own, without the command
 * line.
 *
 * <p>A {@link dev.evokernel.api.Tuner} compiles, verifies and times a kernel's configurations on a
 * device, as {@code evo run} does:
 *
 * {@snippet :
 * TuningResult result =
 *     Tuner.of(Path.of("kernels/gemm"))
 *         .device("cpu")
 *         .shapes("small", "ragged")
 *         .wall(Duration.ofMinutes(3))
 *         .listener(progress)
 *         .tune();
 * switch (result.decision()) {
 *   case Decision.Champion champion -> use(champion.configuration(), champion.speedUps());
 *   case Decision.DefaultStays stays -> log(stays.reasons());
 *   case Decision.Unfinished _ -> log("stopped: " + result.run());
 * }
 * }
 *
 * <p>A {@link dev.evokernel.api.FunctionTuner} gives the same search to any function from a
 * configuration to a number.
 *
 * <p>Nothing is printed, and nothing is kept in static fields: tuners in one program share the
 * machine alone. Two of them that ask for the same device take turns or are refused, as two
 * processes are.
 */
@NullMarked
package dev.evokernel.api;

import org.jspecify.annotations.NullMarked;
