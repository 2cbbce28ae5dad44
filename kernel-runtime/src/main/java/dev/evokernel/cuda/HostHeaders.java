package dev.evokernel.cuda;

import module java.base;

/**
 * Stand-ins for headers of the C library that sources include for the host's part of a program.
 * NVRTC lacks these headers, but declares {@code printf}, {@code malloc} and the functions of
 * {@code math.h} itself; this class adds types and macros.
 */
final class HostHeaders {

  private static final String INTEGERS =
      """
      typedef signed char int8_t;
      typedef short int16_t;
      typedef int int32_t;
      typedef long long int64_t;
      typedef unsigned char uint8_t;
      typedef unsigned short uint16_t;
      typedef unsigned int uint32_t;
      typedef unsigned long long uint64_t;
      """;

  private static final String NUMBERS =
      """
      #define INFINITY __int_as_float(0x7f800000)
      #define NAN __int_as_float(0x7fffffff)
      #define M_PI 3.14159265358979323846
      """;

  private static final String LIMITS =
      """
      #define INT_MAX 2147483647
      #define INT_MIN (-INT_MAX - 1)
      #define UINT_MAX 4294967295U
      #define FLT_MAX 3.402823466e+38F
      #define FLT_MIN 1.175494351e-38F
      #define FLT_EPSILON 1.192092896e-07F
      #define DBL_MAX 1.7976931348623158e+308
      #define DBL_MIN 2.2250738585072014e-308
      #define DBL_EPSILON 2.2204460492503131e-16
      """;

  static final Map<String, String> ALL = all();

  private static final Pattern MISSING =
      Pattern.compile("cannot open source file \"(" + String.join("|", ALL.keySet()) + ")\"");

  private static final Pattern ABSENT = Pattern.compile("cannot open source file \"([^\"]+)\"");

  /** Error within a library that has parts for the host. */
  private static final Pattern WITHIN =
      Pattern.compile(
          "(?m)^[^\\n"
              + "(]*/((?:cub|thrust|c\\+\\+/\\d+)/[^\\n"
              + "(]*)\\(\\d+\\): (?:catastrophic )?error");

  private HostHeaders() {}

  /** Advice for a header that NVRTC lacks or does not compile; empty, or a line. */
  static String advice(String log) {
    Matcher absent = ABSENT.matcher(log);
    Matcher within = WITHIN.matcher(log);
    String reason =
        absent.find()
            ? "NVRTC does not find the header '" + absent.group(1) + "'"
            : within.find() ? "NVRTC does not compile the header '" + within.group(1) + "'" : "";
    return reason.isEmpty()
        ? ""
        : reason
            + ". For headers of the host, CUB and Thrust, write compiler: nvcc in the section"
            + " 'cuda' of kernel.yaml; flags: [-I…] names another folder.\n";
  }

  private static Map<String, String> all() {
    var headers = new LinkedHashMap<String, String>();
    for (String name : List.of("stdio", "stdlib", "string", "time")) {
      put(headers, name, "");
    }
    put(headers, "math", NUMBERS);
    put(headers, "float", LIMITS);
    put(headers, "limits", LIMITS);
    put(headers, "stdint", INTEGERS);
    headers.put("iostream", "");
    return headers;
  }

  private static void put(Map<String, String> headers, String name, String content) {
    headers.put(name + ".h", content);
    headers.put("c" + name, content);
  }

  static boolean isMissing(String log) {
    return MISSING.matcher(log).find();
  }
}
