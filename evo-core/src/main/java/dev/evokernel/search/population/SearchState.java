package dev.evokernel.search.population;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * What a search at a renewal of its model is, besides the trials that it has learnt. The model is
 * then made anew from those, so that of it only the hyperparameters are kept.
 *
 * @param bred how many offspring were proposed
 * @param unpromising proposals in a row of which too little was expected
 * @param worn whether a space without numbers is taken for exhausted
 * @param populations one, or one for each shape
 * @param pool offspring that wait for an evaluation
 * @param inFlight evaluations under way, oldest first
 * @param hyperparameters the model's
 * @param streams the state of every random stream
 */
@SuppressWarnings("ArrayRecordComponent") // Made once, and read once.
public record SearchState(
    int bred,
    int unpromising,
    boolean worn,
    List<Members> populations,
    List<Individual> pool,
    List<Individual> inFlight,
    double[] hyperparameters,
    long[] streams) {

  /** The version of the bytes; no other version is read. */
  private static final int VERSION = 3;

  /**
   * A population.
   *
   * @param idle evaluations since it last improved
   * @param survivors the choices and the objective of each, best first
   */
  public record Members(int idle, List<Survivor> survivors) {

    public Members {
      survivors = List.copyOf(survivors);
    }
  }

  /** A member of a population. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Survivor(int[] choices, double objective) {}

  public SearchState {
    populations = List.copyOf(populations);
    pool = List.copyOf(pool);
    inFlight = List.copyOf(inFlight);
  }

  /** Compressed; {@link #of} reads them. */
  public byte[] bytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeInt(VERSION);
      out.writeInt(bred);
      out.writeInt(unpromising);
      out.writeBoolean(worn);
      out.writeInt(populations.size());
      for (Members members : populations) {
        out.writeInt(members.idle());
        out.writeInt(members.survivors().size());
        for (Survivor survivor : members.survivors()) {
          write(out, survivor.choices());
          out.writeDouble(survivor.objective());
        }
      }
      write(out, pool);
      write(out, inFlight);
      out.writeInt(hyperparameters.length);
      for (double hyperparameter : hyperparameters) {
        out.writeDouble(hyperparameter);
      }
      out.writeInt(streams.length);
      for (long word : streams) {
        out.writeLong(word);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // An array takes everything.
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #bytes} wrote.
   *
   * @throws IOException if it is of another version or no state at all
   */
  public static SearchState of(byte... bytes) throws IOException {
    try (var in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IOException("it has version " + version + ", and this evo reads " + VERSION);
      }
      int bred = in.readInt();
      int unpromising = in.readInt();
      boolean worn = in.readBoolean();
      var populations = new ArrayList<Members>();
      for (int more = in.readInt(); more > 0; more--) {
        int idle = in.readInt();
        var survivors = new ArrayList<Survivor>();
        for (int left = in.readInt(); left > 0; left--) {
          survivors.add(new Survivor(choices(in), in.readDouble()));
        }
        populations.add(new Members(idle, survivors));
      }
      List<Individual> pool = individuals(in);
      List<Individual> inFlight = individuals(in);
      double[] hyperparameters = new double[in.readInt()];
      for (int i = 0; i < hyperparameters.length; i++) {
        hyperparameters[i] = in.readDouble();
      }
      long[] streams = new long[in.readInt()];
      for (int i = 0; i < streams.length; i++) {
        streams[i] = in.readLong();
      }
      return new SearchState(
          bred, unpromising, worn, populations, pool, inFlight, hyperparameters, streams);
    }
  }

  private static void write(DataOutputStream out, List<Individual> all) throws IOException {
    out.writeInt(all.size());
    for (Individual one : all) {
      write(out, one.choices());
      out.writeInt(one.generation());
      out.writeUTF(one.origin());
      out.writeByte(one.parents().size());
      for (int[] parent : one.parents()) {
        write(out, parent);
      }
      out.writeShort(one.shapes().size());
      for (int shape : one.shapes()) {
        out.writeShort(shape);
      }
    }
  }

  private static List<Individual> individuals(DataInputStream in) throws IOException {
    var all = new ArrayList<Individual>();
    for (int left = in.readInt(); left > 0; left--) {
      int[] choices = choices(in);
      int generation = in.readInt();
      String origin = in.readUTF();
      var parents = new ArrayList<int[]>();
      for (int more = in.readByte(); more > 0; more--) {
        parents.add(choices(in));
      }
      var shapes = new ArrayList<Integer>();
      for (int more = in.readUnsignedShort(); more > 0; more--) {
        shapes.add(in.readUnsignedShort());
      }
      all.add(new Individual(choices, generation, origin, parents, shapes));
    }
    return all;
  }

  private static void write(DataOutputStream out, int... choices) throws IOException {
    out.writeShort(choices.length);
    for (int choice : choices) {
      out.writeInt(choice);
    }
  }

  private static int[] choices(DataInputStream in) throws IOException {
    int[] choices = new int[in.readUnsignedShort()];
    for (int i = 0; i < choices.length; i++) {
      choices[i] = in.readInt();
    }
    return choices;
  }
}
