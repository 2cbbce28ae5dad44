package dev.evokernel.report.document;

import module java.base;

/**
 * View of a list through a function, which is applied at each access. The rows of a file about a
 * long run are never in memory together.
 *
 * @param <E> element type of the list
 */
public final class MappedList<E, T> extends AbstractList<T> implements RandomAccess {

  private final List<E> list;
  private final Function<? super E, ? extends T> function;

  public MappedList(List<E> list, Function<? super E, ? extends T> function) {
    this.list = list;
    this.function = function;
  }

  @Override
  public T get(int index) {
    return function.apply(list.get(index));
  }

  @Override
  public int size() {
    return list.size();
  }
}
