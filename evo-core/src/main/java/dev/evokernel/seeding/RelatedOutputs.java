package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.Prior;
import dev.evokernel.search.Prior.Timed;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.RelatedOutput;
import dev.evokernel.surrogate.ResponseSurface.Observation;

/**
 * Priors as outputs of a search's model: each configuration that the space has, with its time on
 * the shapes nearest to those searched.
 *
 * @param defaultConfiguration gives parameters that a prior does not have
 */
public record RelatedOutputs(
    SearchSpace space, Configuration defaultConfiguration, List<Prior> priors, long seed) {

  /** Least number of configurations from which something can be learnt. */
  static final int FEWEST = 5;

  /**
   * Finds what is known of each output of a search.
   *
   * @param outputs the shapes of each: one for a search by shape, all for a search over all
   */
  public List<List<RelatedOutput>> of(List<List<Shape>> outputs) {
    List<List<List<RelatedOutput>>> byPrior =
        priors.stream().map(prior -> related(prior, outputs)).toList();
    return IntStream.range(0, outputs.size())
        .mapToObj(i -> byPrior.stream().flatMap(related -> related.get(i).stream()).toList())
        .toList();
  }

  /** Names each prior with configurations that the space lacks. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    for (Prior prior : priors) {
      long here =
          prior.timed().stream()
              .filter(timed -> choices(timed.configuration()).isPresent())
              .count();
      if (here < prior.timed().size()) {
        notes.add(
            "note: of the %d configurations known from %s, %s exist in this space"
                .formatted(prior.timed().size(), prior.source(), here == 0 ? "none" : here));
      }
    }
    return notes;
  }

  private List<List<RelatedOutput>> related(Prior prior, List<List<Shape>> outputs) {
    List<Optional<List<Integer>>> columns =
        outputs.stream().map(shapes -> columns(prior, shapes)).toList();
    Map<List<Integer>, List<RelatedOutput>> found =
        columns.stream().flatMap(Optional::stream).distinct().toList().parallelStream()
            .collect(Collectors.toMap(on -> on, on -> onColumns(prior, on)));
    return columns.stream().map(on -> on.map(found::get).orElse(List.of())).toList();
  }

  private static Optional<List<Integer>> columns(Prior prior, List<Shape> shapes) {
    if (prior.shapes().isEmpty()) {
      return Optional.of(List.of(0));
    }
    var columns = new TreeSet<Integer>();
    for (Shape shape : shapes) {
      OptionalInt nearest =
          IntStream.range(0, prior.shapes().size())
              .filter(i -> ProblemDistance.of(shape, prior.shapes().get(i)).isPresent())
              .boxed()
              .min(
                  Comparator.comparingDouble(
                      i -> ProblemDistance.of(shape, prior.shapes().get(i)).orElseThrow()))
              .map(OptionalInt::of)
              .orElse(OptionalInt.empty());
      if (nearest.isEmpty()) {
        return Optional.empty();
      }
      columns.add(nearest.getAsInt());
    }
    return Optional.of(List.copyOf(columns));
  }

  /**
   * One output; without shapes one for each variant, because miniatures of different variants are
   * different programs, whose times do not compare.
   */
  private List<RelatedOutput> onColumns(Prior prior, List<Integer> columns) {
    boolean apart = prior.shapes().isEmpty() && space.acrossVariants();
    return observations(prior, columns).stream()
        .collect(
            Collectors.groupingBy(
                one -> apart ? one.choices()[0] : -1, LinkedHashMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .filter(group -> group.getValue().size() >= FEWEST)
        .map(
            group ->
                new RelatedOutput(
                    prior.source(),
                    apart ? OptionalInt.of(group.getKey()) : OptionalInt.empty(),
                    space.parameters(),
                    group.getValue(),
                    new SplittableRandom(seed)))
        .toList();
  }

  private List<Observation> observations(Prior prior, List<Integer> columns) {
    var best = new LinkedHashMap<IntBuffer, Observation>();
    for (Timed timed : prior.timed()) {
      double time =
          new Timed(
                  timed.configuration(),
                  columns.stream().mapToDouble(column -> timed.times()[column]).toArray())
              .mean();
      Optional<int[]> choices = choices(timed.configuration());
      if (time > 0 && Double.isFinite(time) && choices.isPresent()) {
        best.merge(
            IntBuffer.wrap(choices.get()),
            new Observation(choices.get(), time),
            (one, other) -> one.objective() <= other.objective() ? one : other);
      }
    }
    return List.copyOf(best.values());
  }

  /** The configuration in the space; empty if the space has no such value or combination. */
  private Optional<int[]> choices(Configuration wish) {
    var values = new LinkedHashMap<String, Value>(defaultConfiguration.values());
    values.replaceAll((name, value) -> wish.values().getOrDefault(name, value));
    if (wish.variant().isPresent()) {
      values.clear();
      values.putAll(wish.values());
    }
    var full = new Configuration(values);
    return space.contains(full) ? Optional.of(space.choices(full)) : Optional.empty();
  }
}
