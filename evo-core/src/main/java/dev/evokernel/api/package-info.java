/**
 * Programming interface for Java programs that tune a kernel or a function.
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
 * <p>A {@link dev.evokernel.api.FunctionTuner} searches the configurations of any function to a
 * number.
 *
 * <p>Nothing is printed or kept in static fields. Two tuners that request the same device take
 * turns or fail, as two processes do.
 */
@NullMarked
package dev.evokernel.api;

import org.jspecify.annotations.NullMarked;
