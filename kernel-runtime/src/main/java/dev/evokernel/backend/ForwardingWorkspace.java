package dev.evokernel.backend;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;

/** Workspace that forwards every call to another; subclasses override some. */
public abstract class ForwardingWorkspace implements Workspace {

  private Workspace workspace;

  protected ForwardingWorkspace(Workspace workspace) {
    this.workspace = workspace;
  }

  protected void forwardTo(Workspace other) {
    workspace = other;
  }

  @Override
  public void launch(Program program) {
    workspace.launch(program);
  }

  @Override
  public OptionalInt repeat(Program program, GuardFill guards, int launches, long right) {
    return workspace.repeat(program, guards, launches, right);
  }

  @Override
  public void fetch(BufferSet set, Argument.Buffer output, MemorySegment into) {
    workspace.fetch(set, output, into);
  }

  @Override
  public Optional<String> explanation() {
    return workspace.explanation();
  }

  @Override
  public boolean choose(Configuration configuration) {
    return workspace.choose(configuration);
  }

  @Override
  public void prepare(InputSet inputSet) {
    workspace.prepare(inputSet);
  }

  @Override
  public int mostInTurn() {
    return workspace.mostInTurn();
  }

  @Override
  public void alternate(List<InputSet> inputSets) {
    workspace.alternate(inputSets);
  }

  @Override
  public List<Spread> expected() {
    return workspace.expected();
  }

  @Override
  public void poison(GuardFill guards) {
    workspace.poison(guards);
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    workspace.place(output, elements);
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    return workspace.compare(set);
  }

  @Override
  public long bits(Argument.Buffer output, long elements) {
    return workspace.bits(output, elements);
  }

  @Override
  public long outputDigest(BufferSet set) {
    return workspace.outputDigest(set);
  }

  @Override
  public InputSet read(BufferSet set) {
    return workspace.read(set);
  }

  @Override
  public Optional<String> modifiedInput() {
    return workspace.modifiedInput();
  }

  @Override
  public Optional<String> damagedCanary() {
    return workspace.damagedCanary();
  }

  @Override
  public long time(Program program, Batch batch) {
    return workspace.time(program, batch);
  }

  @Override
  public boolean wasDisturbed() {
    return workspace.wasDisturbed();
  }

  @Override
  public Optional<Resources> resources(Program program) {
    return workspace.resources(program);
  }

  @Override
  public void close() {
    workspace.close();
  }
}
