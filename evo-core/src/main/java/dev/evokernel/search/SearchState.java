package dev.evokernel.search;

import module java.base;

/**
 * State of a search at a refit of its model, apart from the learnt trials. The refit uses those
 * trials, so that only the hyperparameters of the model are stored.
 *
 * @param unpromising consecutive proposals whose expected gain was too small
 * @param worn whether a space without numbers counts as exhausted
 * @param populations one population, or one for each shape
 * @param pool offspring that wait for an evaluation
 * @param inFlight evaluations under way, oldest first
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared by content.
public record SearchState(
    int bred,
    int unpromising,
    boolean worn,
    List<Members> populations,
    List<Individual> pool,
    List<Individual> inFlight,
    double[] hyperparameters,
    long[] streams) {

  /** Version of the binary format; only this version is readable. */
  private static final int VERSION = 3;

  /**
   * Stored population.
   *
   * @param idle evaluations since the last improvement
   * @param survivors choices and objective of each member, best first
   */
  public record Members(int idle, List<Survivor> survivors) {

    public Members {
      survivors = List.copyOf(survivors);
    }
  }

  /** Member of a population. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Survivor(int[] choices, double objective) {}

  public SearchState {
    populations = List.copyOf(populations);
    pool = List.copyOf(pool);
    inFlight = List.copyOf(inFlight);
  }

  /** Serialises and compresses the state for {@link #of}. */
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
      throw new UncheckedIOException(e); // Never thrown by an array.
    }
    return bytes.toByteArray();
  }

  /**
   * Reads the output of {@link #bytes}.
   *
   * @throws IOException if the bytes have another version or are damaged
   */
  public static SearchState of(byte... bytes) throws IOException {
    try (var in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IOException("version " + version + ", but this evo reads " + VERSION);
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
    for (Individual individual : all) {
      write(out, individual.choices());
      out.writeInt(individual.generation());
      out.writeUTF(individual.origin());
      out.writeByte(individual.parents().size());
      for (int[] parent : individual.parents()) {
        write(out, parent);
      }
      out.writeShort(individual.shapes().size());
      for (int shape : individual.shapes()) {
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
