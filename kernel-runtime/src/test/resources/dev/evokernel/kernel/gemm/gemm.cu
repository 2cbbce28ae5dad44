// cuda
