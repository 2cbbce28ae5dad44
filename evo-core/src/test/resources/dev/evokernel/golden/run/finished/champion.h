/*
 * Candidate 2 is the champion: 1.231× the default (95 % CI 1.220 to 1.243, 2 confirming processes, geometric mean of 2 shapes).
 * Run gemm-20261120-193205, sources 5d41402abc4b2a76.
 * AMD EPYC, 2 cores, gcc 12.2.0, commit 0123456789+.
 * Compiler flags: -DTILE_M=32 -DSCALE=2.0 -DPACK=1 -DLAYOUT=row
 * Other compiler flags: kernel/gemm/kernel.yaml.
 */
#ifndef EVO_GEMM_20261120_193205_CHAMPION_H
#define EVO_GEMM_20261120_193205_CHAMPION_H

#define TILE_M 32
#define SCALE 2.0
#define PACK 1
#define LAYOUT row

#endif
