package dev.evokernel.search;

import dev.evokernel.kernel.Parameter;
import io.jenetics.Genotype;
import io.jenetics.IntegerChromosome;
import io.jenetics.IntegerGene;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Codec between choices and genotypes. A genotype has a chromosome of one gene for each parameter;
 * the allele is the value's position in the parameter's list.
 */
public record ChoicesCodec(List<Parameter> parameters) {

  public Genotype<IntegerGene> encode(int... choices) {
    return Genotype.of(
        IntStream.range(0, choices.length)
            .mapToObj(p -> IntegerGene.of(choices[p], 0, parameters.get(p).values().size()))
            .map(IntegerChromosome::of)
            .toList());
  }

  public static int[] decode(Genotype<IntegerGene> genotype) {
    return genotype.stream().mapToInt(chromosome -> chromosome.gene().intValue()).toArray();
  }
}
