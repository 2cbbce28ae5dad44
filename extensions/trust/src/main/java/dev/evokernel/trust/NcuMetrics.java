package dev.evokernel.trust;

import module java.base;

/**
 * Metrics that ncu reads, with their names from compute capability 8.0 to 9.0. A device leaves out
 * metrics that it does not count.
 */
final class NcuMetrics {

  private static final List<String> COUNTERS = new ArrayList<>();

  static final String TIME = counter("gpu__time_duration.sum");

  static final String SM = counter("sm__throughput.avg.pct_of_peak_sustained_elapsed");
  static final String MEMORY =
      counter("gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed");
  static final String DRAM = counter("gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed");
  static final String L2 = counter("lts__throughput.avg.pct_of_peak_sustained_elapsed");
  static final String L1 = counter("l1tex__throughput.avg.pct_of_peak_sustained_active");
  static final String TENSOR =
      counter("sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active");
  static final String HALF_TENSOR =
      counter("sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_active");

  static final String DRAM_READ = counter("dram__bytes_read.sum");
  static final String DRAM_WRITTEN = counter("dram__bytes_write.sum");
  static final String L1_HITS = counter("l1tex__t_sector_hit_rate.pct");
  static final String L2_HITS = counter("lts__t_sector_hit_rate.pct");

  static final String SM_ACTIVE = counter("sm__cycles_active.avg");
  static final String SM_ELAPSED = counter("sm__cycles_elapsed.max");

  /** Instructions issued in a cycle by one scheduler of a multiprocessor; at most 1. */
  static final String ISSUED = counter("smsp__issue_active.avg.per_cycle_active");

  static final String ELIGIBLE = counter("smsp__warps_eligible.avg.per_cycle_active");
  static final String OCCUPANCY = counter("sm__warps_active.avg.pct_of_peak_sustained_active");
  static final String OCCUPANCY_AT_MOST = counter("sm__maximum_warps_per_active_cycle_pct");

  static final String WAVES = counter("launch__waves_per_multiprocessor");
  static final String REGISTERS = counter("launch__registers_per_thread");
  static final String GRID = counter("launch__grid_size");
  static final String BLOCK = counter("launch__block_size");

  /** Metrics of the blocks of a multiprocessor that a resource allows, by resource. */
  static final SequencedMap<String, String> LIMITS =
      ordered(
          "registers", "launch__occupancy_limit_registers",
          "shared memory", "launch__occupancy_limit_shared_mem",
          "warps", "launch__occupancy_limit_warps",
          "blocks", "launch__occupancy_limit_blocks");

  static final String SECTORS = counter("l1tex__t_sectors.sum");
  static final String LOADED_SECTORS = counter("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  static final String STORED_SECTORS = counter("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum");
  static final String LOAD_REQUESTS = counter("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
  static final String STORE_REQUESTS = counter("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum");
  static final String USED_OF_LOADS =
      counter("smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct");
  static final String USED_OF_STORES =
      counter("smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct");
  static final String LOCAL_LOADS = counter("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum");
  static final String LOCAL_STORES = counter("l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum");

  static final String DATA_PIPE =
      counter("l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed");
  static final String WAVEFRONTS = counter("l1tex__data_pipe_lsu_wavefronts.sum");
  static final String SHARED_WAVEFRONTS = counter("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum");
  static final String CONFLICTS = counter("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum");

  static final String THREADS = counter("smsp__thread_inst_executed_per_inst_executed.ratio");
  static final String UNIFORM = counter("smsp__sass_average_branch_targets_threads_uniform.pct");

  static final SequencedMap<String, String> STALLS =
      ordered(
          "long_scoreboard", "global or local memory",
          "short_scoreboard", "shared memory or special functions",
          "barrier", "a barrier of the block",
          "wait", "a fixed latency of the instruction before",
          "math_pipe_throttle", "a busy arithmetic pipe",
          "mio_throttle", "a full queue to shared memory and special functions",
          "lg_throttle", "a full queue to global memory",
          "tex_throttle", "a full queue to textures",
          "gmma", "a warpgroup's matrix product",
          "no_instruction", "instructions to be fetched",
          "branch_resolving", "a branch's target",
          "membar", "a memory fence",
          "drain", "stores to leave at the end",
          "imc_miss", "constants",
          "dispatch_stall", "the dispatcher",
          "sleeping", "a sleep of its own",
          "misc", "something else",
          "not_selected", "its turn among warps that could go on",
          "selected", "nothing: it was issued");

  static final List<String> ALL =
      Stream.of(COUNTERS, LIMITS.values(), STALLS.keySet().stream().map(NcuMetrics::stall).toList())
          .flatMap(Collection::stream)
          .toList();

  private NcuMetrics() {}

  private static String counter(String name) {
    COUNTERS.add(name);
    return name;
  }

  /** Metric of the warps that wait for a reason, for each issued instruction. */
  static String stall(String reason) {
    return "smsp__average_warps_issue_stalled_" + reason + "_per_issue_active.ratio";
  }

  private static SequencedMap<String, String> ordered(String... keysAndValues) {
    var map = new LinkedHashMap<String, String>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Collections.unmodifiableSequencedMap(map);
  }
}
