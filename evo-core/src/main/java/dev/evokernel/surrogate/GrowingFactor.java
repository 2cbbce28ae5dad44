package dev.evokernel.surrogate;

import java.util.ArrayList;
import java.util.List;

/**
 * The lower triangular Cholesky factor of a covariance matrix that grows by one line after the
 * other.
 *
 * <p>It is kept by columns: to solve a row then means to subtract whole columns from it, which the
 * compiler turns into vector instructions, where the sums along a line are one long chain of
 * additions. So that nothing is moved as it grows, and little stands above the diagonal, its lines
 * are in bands, each with a piece of every column that reaches it.
 */
final class GrowingFactor {

  /** Columns that are subtracted at a time: a row is read and written for all of them once. */
  private static final int AT_A_TIME = 4;

  /** Lines of a band, a multiple of {@value #AT_A_TIME}. */
  private static final int BAND = 256;

  /**
   * Pieces of columns. Those beyond the size are left from before a restart: megabytes that would
   * otherwise grow old as garbage with each.
   */
  private final List<List<double[]>> bands = new ArrayList<>();

  /** Of each row that is being solved, what a band solves. */
  private double[][] parts = {};

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
    int place = size % BAND;
    if (size == bands.size() * BAND) {
      bands.add(new ArrayList<>());
    }
    List<double[]> band = bands.get(size / BAND);
    while (band.size() <= size) {
      band.add(new double[BAND]);
    }
    for (int j = 0; j <= size; j++) {
      band.get(j)[place] = line[j];
    }
    size++;
  }

  /** A line with its number on the diagonal. */
  double[] line(int number) {
    double[] line = new double[number + 1];
    List<double[]> band = bands.get(number / BAND);
    for (int j = 0; j <= number; j++) {
      line[j] = band.get(j)[number % BAND];
    }
    return line;
  }

  /**
   * Solves rows of covariances, each in place: what a further line of the factor would be.
   *
   * @param rows of at least as many numbers as there are lines
   */
  void solve(double[]... rows) {
    if (parts.length < rows.length) {
      parts = new double[rows.length][BAND];
    }
    for (int first = 0; first < size; first += BAND) {
      List<double[]> band = bands.get(first / BAND);
      int count = Math.min(BAND, size - first);
      for (int r = 0; r < rows.length; r++) {
        System.arraycopy(rows[r], first, parts[r], 0, count);
      }
      for (int j = 0; j < first; j += AT_A_TIME) {
        for (int r = 0; r < rows.length; r++) {
          subtract(rows[r], j, band, j, parts[r], 0, count);
        }
      }
      int solved = count - count % AT_A_TIME;
      for (int j = 0; j < solved; j += AT_A_TIME) {
        for (int r = 0; r < rows.length; r++) {
          double[] part = parts[r];
          solve(part, j, j + AT_A_TIME, band, first);
          subtract(part, j, band, first + j, part, j + AT_A_TIME, count);
        }
      }
      for (int r = 0; r < rows.length; r++) {
        solve(parts[r], solved, count, band, first);
        System.arraycopy(parts[r], 0, rows[r], first, count);
      }
    }
  }

  /** Solves some numbers of a part, from which all columns before those were subtracted. */
  private static void solve(
      double[] part, int start, int end, List<double[]> columns, int beforeBand) {
    for (int j = start; j < end; j++) {
      double[] column = columns.get(beforeBand + j);
      part[j] /= column[j];
      for (int i = j + 1; i < end; i++) {
        part[i] -= part[j] * column[i];
      }
    }
  }

  /** Subtracts {@value #AT_A_TIME} columns, each times its factor, from some numbers. */
  private static void subtract(
      double[] factors,
      int factor,
      List<double[]> columns,
      int column,
      double[] from,
      int start,
      int end) {
    double first = factors[factor];
    double second = factors[factor + 1];
    double third = factors[factor + 2];
    double fourth = factors[factor + 3];
    double[] one = columns.get(column);
    double[] two = columns.get(column + 1);
    double[] three = columns.get(column + 2);
    double[] four = columns.get(column + 3);
    for (int i = start; i < end; i++) {
      from[i] = from[i] - first * one[i] - second * two[i] - third * three[i] - fourth * four[i];
    }
  }
}
