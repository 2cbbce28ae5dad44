#if DOUBLE
typedef double element;
#else
typedef float element;
#endif
