/** Programs that embed evo. */
module dev.evokernel.examples {
  requires dev.evokernel;
}
