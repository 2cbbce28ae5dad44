package dev.evokernel.cuda;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUstream;

/** JCuda's handles with their values, which JCuda shows only to subclasses. */
final class Handles {

  private Handles() {}

  public static final class Function extends CUfunction {
    public MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  public static final class Stream extends CUstream {
    public MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  public static final class ExecutableGraph extends CUgraphExec {
    public MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  public static final class Address extends CUdeviceptr {

    public Address() {}

    private Address(Address start, long offset) {
      super(start, offset);
    }

    public static Address of(long value) {
      return new Address(new Address(), value);
    }

    public Address plus(long offset) {
      return new Address(this, offset);
    }

    public long value() {
      return getNativePointer() + getByteOffset();
    }
  }
}
