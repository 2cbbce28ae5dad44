// The group of all blocks.
#pragma once

namespace cooperative_groups {

struct grid_group {
  bool is_valid() const { return emulated::driver->cooperative(); }
  void sync() const { emulated::wait(emulated::AT_GRID); }
};

inline grid_group this_grid() { return {}; }

}  // namespace cooperative_groups
