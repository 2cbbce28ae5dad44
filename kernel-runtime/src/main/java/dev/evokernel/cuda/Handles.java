package dev.evokernel.cuda;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUstream;

/** JCuda's handles with their values, which JCuda shows to subclasses alone. */
final class Handles {

  private Handles() {}

  /** A function of a module. */
  static final class Function extends CUfunction {
    MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  /** A stream. */
  static final class Stream extends CUstream {
    MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  /** A place in device memory. */
  static final class Address extends CUdeviceptr {

    /** Of nothing yet. */
    Address() {}

    private Address(Address start, long offset) {
      super(start, offset);
    }

    Address plus(long offset) {
      return new Address(this, offset);
    }

    long value() {
      return getNativePointer() + getByteOffset();
    }
  }
}
