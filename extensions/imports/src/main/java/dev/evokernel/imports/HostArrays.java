package dev.evokernel.imports;

import module java.base;

/** Sizes of arrays that host code of a source allocates. */
record HostArrays(String text) {

  private static final String SPACE = "(?s).*";

  /** Elements of the array with a parameter's name, as one product; empty if unknown. */
  List<String> sizes(String name) {
    String variable = "(?:[hd]_|dev_|host_)?" + name + "(?:_[hd]|_dev|_host)?";
    Pattern allocation =
        Pattern.compile(
            "cuda[Mm]alloc\\w*\\s*\\([^;]*?&\\s*%1$s\\s*,([^;]+?)\\)\\s*\\)?\\s*;|\\b%1$s\\s*=[^;=]*?\\b(?:malloc|make_\\w+|(?:aligned_)?[a-z]*alloc)\\s*\\(([^;]+)\\)\\s*;"
                .formatted(variable));
    Matcher found = allocation.matcher(text);
    if (!found.find()) {
      return List.of();
    }
    String bytes = found.group(1) == null ? found.group(2) : found.group(1);
    String size = bytes.replaceAll("\\s*\\*?\\s*sizeof\\s*\\([^)]*\\)\\s*\\*?\\s*", " ").strip();
    if (size.matches("\\w+")) {
      Matcher made =
          Pattern.compile("\\b" + size + "\\s*=\\s*([^;]*?)\\s*\\*?\\s*sizeof[^;]*;").matcher(text);
      size = made.find() ? made.group(1).strip() : size;
    }
    return size.matches("[\\w\\s*+()-]+") && !size.matches(SPACE + "\\w\\s+\\w" + SPACE)
        ? List.of(joined(size))
        : List.of();
  }

  /** Replaces products that the host gives a name: {@code N = B * T}. */
  private String joined(String size) {
    String joined = size;
    Matcher named =
        Pattern.compile("\\b(?:int|size_t|long)\\s+(\\w+)\\s*=\\s*(\\w+ \\* \\w+)\\s*;")
            .matcher(text);
    while (named.find()) {
      joined = joined.replace(named.group(2), named.group(1));
    }
    return joined;
  }
}
