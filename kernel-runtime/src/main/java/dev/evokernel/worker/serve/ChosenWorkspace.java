package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.ForwardingWorkspace;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/**
 * Workspace of a kernel whose inputs or expected outputs depend on parameters. Each launch reads
 * the inputs of its own configuration, at the same addresses if the arguments have the same types.
 */
final class ChosenWorkspace extends ForwardingWorkspace {

  private final Function<Kernel, Workspace> laidOut;
  private final Map<List<ElementType>, Workspace> byTypes = new HashMap<>();
  private final Kernel kernel;
  private final Shape shape;
  private final List<String> depended;
  private final Set<Configuration> known = new HashSet<>();
  private Configuration chosen = new Configuration(Map.of());

  private Configuration placed = chosen;

  /** Input sets that were asked for last: one for single launches, or several in turn. */
  private List<InputSet> asked = List.of();

  private GuardFill guards = GuardFill.FINITE;

  ChosenWorkspace(Function<Kernel, Workspace> laidOut, Kernel kernel, Shape shape) {
    Kernel first = kernel.typed(kernel.defaultConfiguration());
    Workspace workspace = laidOut.apply(first);
    super(workspace);
    byTypes.put(first.entryPoint().signature().types(), workspace);
    this.laidOut = laidOut;
    this.kernel = kernel;
    this.shape = shape;
    this.depended = kernel.depended();
    known.add(chosen);
  }

  @Override
  public boolean choose(Configuration configuration) {
    chosen = kernel.differing(depended, configuration.on(shape));
    return known.add(chosen);
  }

  @Override
  public void prepare(InputSet inputSet) {
    asked = List.of(inputSet);
    select();
    super.prepare(inputSet.with(chosen));
  }

  @Override
  public void alternate(List<InputSet> inputSets) {
    asked = List.copyOf(inputSets);
    select();
    super.alternate(asked.stream().map(inputSet -> inputSet.with(chosen)).toList());
  }

  @Override
  public void poison(GuardFill content) {
    guards = content;
    super.poison(content);
  }

  @Override
  public void launch(Program program) {
    place(program);
    super.launch(program);
  }

  @Override
  public OptionalInt repeat(Program program, GuardFill content, int launches, long right) {
    place(program);
    return super.repeat(program, content, launches, right);
  }

  @Override
  public long time(Program program, Batch batch) {
    place(program);
    return super.time(program, batch);
  }

  private void select() {
    placed = chosen;
    Kernel typed = kernel.typed(kernel.defaultConfiguration().and(chosen));
    forwardTo(
        byTypes.computeIfAbsent(typed.entryPoint().signature().types(), _ -> laidOut.apply(typed)));
  }

  @Override
  public void close() {
    byTypes.values().forEach(Workspace::close);
  }

  private void place(Program program) {
    choose(program.on(shape).chosen().orElse(kernel.defaultConfiguration()));
    if (chosen.equals(placed)) {
      return;
    }
    if (asked.size() == 1) {
      prepare(asked.getFirst());
    } else {
      alternate(asked);
    }
    super.poison(guards);
  }
}
