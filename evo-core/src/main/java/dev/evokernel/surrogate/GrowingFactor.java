package dev.evokernel.surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lower triangular Cholesky factor of a covariance matrix that grows row by row.
 *
 * <p>It is stored by columns. Solving a row subtracts whole columns, which the compiler vectorises;
 * sums along a row would be one long chain of additions. The rows are stored in bands, each with a
 * piece of every column that reaches it, so that nothing moves as the factor grows and little is
 * stored above the diagonal.
 */
final class GrowingFactor {

  /** Columns subtracted at a time: a row is read and written once for all of them. */
  private static final int AT_A_TIME = 4;

  /** Rows of a band, a multiple of {@value #AT_A_TIME}. */
  private static final int BAND = 256;

  /**
   * Pieces of columns by band. Pieces beyond the size are reused after a restart, which avoids
   * megabytes of old garbage.
   */
  private final List<List<double[]>> bands = new ArrayList<>();

  /** Part of each row in the band being solved. */
  private double[][] parts = {};

  private int size;

  void restart() {
    size = 0;
  }

  /** Adds a solved row, followed by its diagonal element. */
  void add(double... line) {
    if (size == bands.size() * BAND) {
      bands.add(new ArrayList<>());
    }
    List<double[]> band = bands.get(size / BAND);
    while (band.size() <= size) {
      band.add(new double[BAND]);
    }
    put(size, line);
    size++;
  }

  private void put(int row, double... line) {
    List<double[]> band = bands.get(row / BAND);
    for (int j = 0; j <= row; j++) {
      band.get(j)[row % BAND] = line[j];
    }
  }

  /** Exchanges a row with the next one by a Givens rotation. Returns its cosine and sine. */
  double[] exchange(int row) {
    double[] own = Arrays.copyOf(line(row), row + 2);
    double[] next = line(row + 1);
    double length = Math.sqrt(next[row] * next[row] + next[row + 1] * next[row + 1]);
    double[] rotation = {next[row] / length, next[row + 1] / length};
    next[row] = length;
    put(row, next);
    own[row + 1] = rotation[1] * own[row];
    own[row] = rotation[0] * own[row];
    put(row + 1, own);
    for (int i = row + 2; i < size; i++) {
      double[] first = bands.get(i / BAND).get(row);
      double[] second = bands.get(i / BAND).get(row + 1);
      double before = first[i % BAND];
      first[i % BAND] = rotation[0] * before + rotation[1] * second[i % BAND];
      second[i % BAND] = rotation[1] * before - rotation[0] * second[i % BAND];
    }
    return rotation;
  }

  /** Row with its diagonal element. */
  double[] line(int number) {
    double[] line = new double[number + 1];
    List<double[]> band = bands.get(number / BAND);
    for (int j = 0; j <= number; j++) {
      line[j] = band.get(j)[number % BAND];
    }
    return line;
  }

  /** Solves rows of covariances in place. A solved row could be added to the factor. */
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

  /** Solves elements of a part, after all columns before them were subtracted. */
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

  /** Subtracts {@value #AT_A_TIME} columns, each times its factor. */
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
