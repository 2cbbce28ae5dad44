package dev.evokernel.cuda.tools;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * The metrics that ncu is asked for, by the names that they have from compute capability 8.0 to
 * 9.0; a device leaves out what it does not count.
 */
final class NcuMetrics {

  static final String TIME = "gpu__time_duration.sum";

  static final String SM = "sm__throughput.avg.pct_of_peak_sustained_elapsed";
  static final String MEMORY = "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed";
  static final String DRAM = "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed";
  static final String L2 = "lts__throughput.avg.pct_of_peak_sustained_elapsed";
  static final String L1 = "l1tex__throughput.avg.pct_of_peak_sustained_active";
  static final String TENSOR = "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active";
  static final String HALF_TENSOR =
      "sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_active";

  static final String DRAM_READ = "dram__bytes_read.sum";
  static final String DRAM_WRITTEN = "dram__bytes_write.sum";
  static final String L1_HITS = "l1tex__t_sector_hit_rate.pct";
  static final String L2_HITS = "lts__t_sector_hit_rate.pct";

  static final String SM_ACTIVE = "sm__cycles_active.avg";
  static final String SM_ELAPSED = "sm__cycles_elapsed.max";

  /** Instructions issued in a cycle by one of a multiprocessor's schedulers; at most 1. */
  static final String ISSUED = "smsp__issue_active.avg.per_cycle_active";

  static final String ELIGIBLE = "smsp__warps_eligible.avg.per_cycle_active";
  static final String OCCUPANCY = "sm__warps_active.avg.pct_of_peak_sustained_active";
  static final String OCCUPANCY_AT_MOST = "sm__maximum_warps_per_active_cycle_pct";

  static final String WAVES = "launch__waves_per_multiprocessor";
  static final String REGISTERS = "launch__registers_per_thread";
  static final String GRID = "launch__grid_size";
  static final String BLOCK = "launch__block_size";

  /** Blocks of a multiprocessor that each resource would allow, by its name. */
  static final SequencedMap<String, String> LIMITS =
      ordered(
          "registers", "launch__occupancy_limit_registers",
          "shared memory", "launch__occupancy_limit_shared_mem",
          "warps", "launch__occupancy_limit_warps",
          "blocks", "launch__occupancy_limit_blocks");

  static final String SECTORS = "l1tex__t_sectors.sum";
  static final String LOADED_SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
  static final String STORED_SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
  static final String LOAD_REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
  static final String STORE_REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum";
  static final String USED_OF_LOADS =
      "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct";
  static final String USED_OF_STORES =
      "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct";
  static final String LOCAL_LOADS = "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum";
  static final String LOCAL_STORES = "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum";

  static final String DATA_PIPE =
      "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed";
  static final String WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts.sum";
  static final String SHARED_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum";
  static final String CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum";

  static final String THREADS = "smsp__thread_inst_executed_per_inst_executed.ratio";
  static final String UNIFORM = "smsp__sass_average_branch_targets_threads_uniform.pct";

  /** Why warps wait, by the middle of the metric's name. */
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

  /** All that are asked for. */
  static final List<String> ALL =
      Stream.of(
              Stream.of(
                  TIME,
                  SM,
                  MEMORY,
                  DRAM,
                  L2,
                  L1,
                  TENSOR,
                  HALF_TENSOR,
                  DRAM_READ,
                  DRAM_WRITTEN,
                  L1_HITS,
                  L2_HITS,
                  SM_ACTIVE,
                  SM_ELAPSED,
                  ISSUED,
                  ELIGIBLE,
                  OCCUPANCY,
                  OCCUPANCY_AT_MOST,
                  WAVES,
                  REGISTERS,
                  GRID,
                  BLOCK,
                  SECTORS,
                  LOADED_SECTORS,
                  STORED_SECTORS,
                  LOAD_REQUESTS,
                  STORE_REQUESTS,
                  USED_OF_LOADS,
                  USED_OF_STORES,
                  LOCAL_LOADS,
                  LOCAL_STORES,
                  DATA_PIPE,
                  WAVEFRONTS,
                  SHARED_WAVEFRONTS,
                  CONFLICTS,
                  THREADS,
                  UNIFORM),
              LIMITS.values().stream(),
              STALLS.keySet().stream().map(NcuMetrics::stall))
          .flatMap(names -> names)
          .toList();

  private NcuMetrics() {}

  /** Warps that wait for a reason, for each instruction issued. */
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
