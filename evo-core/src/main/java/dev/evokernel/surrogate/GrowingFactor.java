package dev.evokernel.surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The lower triangular Cholesky factor of a covariance matrix that grows by one line after the
 * other.
 *
 * <p>It is kept by columns: to solve a row then means to subtract whole columns from it, which the
 * compiler turns into vector instructions, where the sums along a line are one long chain of
 * additions.
 */
final class GrowingFactor {

  /** Columns that are subtracted at a time: a row is read and written for all of them once. */
  private static final int AT_A_TIME = 4;

  /**
   * Each as long as there is room, numbers above the diagonal unused: a loop over one index for
   * every array is one that the compiler can vectorise. Those beyond the size are left from before
   * a restart: megabytes that would otherwise grow old as garbage with each.
   */
  private final List<double[]> columns = new ArrayList<>();

  /** Enough for a search with a hundred in flight: columns that grow leave the old ones behind. */
  private int room = 640;

  private int size;

  /** Forgets all lines. */
  void restart() {
    size = 0;
  }

  /**
   * Adds a line.
   *
   * @param line as solved, and its number on the diagonal behind that
   */
  void add(double... line) {
    if (size == room) {
      room *= 2;
      columns.replaceAll(column -> Arrays.copyOf(column, room));
    }
    if (size == columns.size()) {
      columns.add(new double[room]);
    }
    for (int j = 0; j <= size; j++) {
      columns.get(j)[size] = line[j];
    }
    size++;
  }

  /** A line with its number on the diagonal. */
  double[] line(int number) {
    double[] line = new double[number + 1];
    for (int j = 0; j <= number; j++) {
      line[j] = columns.get(j)[number];
    }
    return line;
  }

  /**
   * Solves rows of covariances, each in place: what a further line of the factor would be.
   *
   * @param rows of at least as many numbers as there are lines
   */
  void solve(List<double[]> rows) {
    int j = 0;
    for (; j + AT_A_TIME <= size; j += AT_A_TIME) {
      for (double[] row : rows) {
        solveFour(row, j);
      }
    }
    for (; j < size; j++) {
      double[] column = columns.get(j);
      for (double[] row : rows) {
        row[j] /= column[j];
        for (int i = j + 1; i < size; i++) {
          row[i] -= row[j] * column[i];
        }
      }
    }
  }

  /** Solves {@value #AT_A_TIME} numbers of a row, and subtracts their columns from the others. */
  private void solveFour(double[] row, int j) {
    double[] one = columns.get(j);
    double[] two = columns.get(j + 1);
    double[] three = columns.get(j + 2);
    double[] four = columns.get(j + 3);
    double first = row[j] / one[j];
    double second = (row[j + 1] - first * one[j + 1]) / two[j + 1];
    double third = (row[j + 2] - first * one[j + 2] - second * two[j + 2]) / three[j + 2];
    double fourth =
        (row[j + 3] - first * one[j + 3] - second * two[j + 3] - third * three[j + 3])
            / four[j + 3];
    row[j] = first;
    row[j + 1] = second;
    row[j + 2] = third;
    row[j + 3] = fourth;
    for (int i = j + AT_A_TIME; i < size; i++) {
      row[i] = row[i] - first * one[i] - second * two[i] - third * three[i] - fourth * four[i];
    }
  }
}
