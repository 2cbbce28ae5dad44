package dev.evokernel.shipping;

import module java.base;

/**
 * Images of the launches of a binary, in one file of a package. A single image is the file itself.
 * Several follow one another; each ends with a zero, as the driver needs it of PTX.
 */
final class PackedImages {

  private static final int ALIGNMENT = 16;

  private final byte[] bytes;
  private final List<Integer> starts;

  /**
   * @param images one for each launch, equal if launches share it
   */
  PackedImages(List<byte[]> images) {
    var positions = new LinkedHashMap<ByteBuffer, Integer>();
    int end = 0;
    for (byte[] image : images) {
      if (positions.putIfAbsent(ByteBuffer.wrap(image), end) == null) {
        end += (image.length / ALIGNMENT + 1) * ALIGNMENT;
      }
    }
    ByteBuffer all = ByteBuffer.allocate(end);
    positions.forEach((image, start) -> all.put(start, image, 0, image.remaining()));
    this.bytes = positions.size() == 1 ? images.getFirst() : all.array();
    this.starts = images.stream().map(image -> positions.get(ByteBuffer.wrap(image))).toList();
  }

  /** Content of the file. */
  byte[] bytes() {
    return bytes.clone();
  }

  /** Byte at which the image of each launch begins. */
  List<Integer> starts() {
    return starts;
  }
}
