package dev.evokernel.worker;

/** What a worker's process runs. */
@SuppressWarnings("DoNotCallSuggester")
public final class WorkerMain {

  private WorkerMain() {}

  public static void main(String[] arguments) {
    throw new UnsupportedOperationException();
  }
}
