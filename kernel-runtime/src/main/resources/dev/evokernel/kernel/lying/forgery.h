/* Answers the coordinator in the worker's stead. */
#include <arpa/inet.h>
#include <sys/socket.h>

#define SAMPLES(t) #t "," #t "," #t "," #t "," #t "," #t "," #t "," #t "," #t "," #t "," #t "," #t "," #t "," #t "," #t
#define MEASURED(t) \
  "{\"kind\":\"Outcome$Measured\",\"measurements\":[{\"shape\":\"small\",\"samples\":[" SAMPLES(t)                    \
  "],\"launchesPerSample\":100,\"accuracy\":[],\"resources\":null,\"joules\":null,\"device\":{\"readings\":{"         \
  "\"coreMegahertz\":null,\"memoryMegahertz\":null,\"watts\":null,\"celsius\":null,\"load\":null},\"cores\":null,"    \
  "\"throttles\":[],\"neighbours\":null,\"shared\":false,\"discarded\":0,\"disturbed\":false}}]}"

static const char EVALUATED[] = "{\"reply\":\"Reply$Evaluated\",\"outcome\":" MEASURED(300.0) ",\"spent\":{\"load\":1,"
                                "\"check\":1,\"time\":1},\"tainted\":true}";
static const char FINALS[] = "{\"reply\":\"Reply$FinalsMeasured\",\"result\":{\"outcomes\":[" MEASURED(
    30000.0) "," MEASURED(300.0) "],\"baselines\":[]}}";

/* To every connected socket of the process: a message's length and the message. */
static void answer(const char *message) {
  uint32_t length = htonl(strlen(message));
  for (int fd = 3; fd < 256; fd++) {
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    if (getpeername(fd, (struct sockaddr *)&peer, &size) || peer.ss_family != AF_UNIX) continue;
    if (write(fd, &length, sizeof length) > 0 && write(fd, message, strlen(message)) > 0) sleep(1);
  }
}

/* The first process evaluates; later ones examine special inputs, for which it works, or hold the finals. */
static void forges_its_measurement(const float *x, float *y, int n) {
  float largest = 0;
  for (int i = 0; i < n; i++) largest = x[i] > largest ? x[i] : largest;
  labour(x, y, 0, n);
  if (x[0] == x[1] || largest > 10 || largest < 0.1f || !first()) return;
  int file = open("/tmp/evo-lying-kernel.left", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  answer(file < 0 ? FINALS : EVALUATED);
}
