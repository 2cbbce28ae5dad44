package dev.evokernel.cuda.driver;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUstream;

/** JCuda's handles with their values, which JCuda shows to subclasses only. */
public final class Handles {

  private Handles() {}

  /** A function of a module. */
  public static final class Function extends CUfunction {
    public MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  /** A stream. */
  public static final class Stream extends CUstream {
    public MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  /** A recorded graph. */
  public static final class Graph extends CUgraph {
    MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  /** A graph that can be launched. */
  public static final class ExecutableGraph extends CUgraphExec {
    MemorySegment value() {
      return MemorySegment.ofAddress(getNativePointer());
    }
  }

  /** A place in device memory. */
  public static final class Address extends CUdeviceptr {

    /** A null pointer, to be set by the driver. */
    public Address() {}

    private Address(Address start, long offset) {
      super(start, offset);
    }

    /** An address in device memory that the driver gave as a number. */
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
