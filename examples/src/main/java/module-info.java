/** Programs that use evo as a library. */
module dev.evokernel.examples {
  requires dev.evokernel;
}
