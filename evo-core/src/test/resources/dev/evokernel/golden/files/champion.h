/*
 * Candidate 29 is the champion: 2.285× the default (95 % CI 2.269 to 2.301, 3 confirming processes).
 * Run stencil-1, sources 5d41402abc4b2a76.
 * Model of a GPU (recorded), as recorded in stencil.json.gz, commit 0123456789.
 * Compiler flags: -Dblock_x=32 -Dblock_y=16 -Dunroll=4 -Dlayout=0 -Dcached=1
 * Other compiler flags: kernel/stencil/kernel.yaml.
 */
#ifndef EVO_STENCIL_1_CHAMPION_H
#define EVO_STENCIL_1_CHAMPION_H

#define block_x 32
#define block_y 16
#define unroll 4
#define layout 0
#define cached 1

#endif
