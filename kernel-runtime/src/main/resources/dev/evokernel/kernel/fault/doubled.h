static inline float doubled(float x) { return 2 * x; }
