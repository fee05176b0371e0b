/* For tests: a client of a JACK server whose one output tells a latency of its own.
 *
 *   told SERVER NAME MINIMUM MAXIMUM
 *
 * Prints `ready`; ends with the test.
 */
#include <jack/jack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static jack_port_t *out;
static jack_latency_range_t range;

static int process(jack_nframes_t frames, void *unused) {
  (void)unused;
  memset(jack_port_get_buffer(out, frames), 0, frames * sizeof(float));
  return 0;
}

static void tell(jack_latency_callback_mode_t mode, void *unused) {
  (void)unused;
  if (mode == JackCaptureLatency) jack_port_set_latency_range(out, mode, &range);
}

int main(int count, char **words) {
  if (count != 5) return 1;
  jack_client_t *client = jack_client_open(words[2], JackNoStartServer | JackServerName | JackUseExactName, NULL, words[1]);
  if (client == NULL) return 2;
  range.min = (jack_nframes_t)strtoll(words[3], NULL, 10);
  range.max = (jack_nframes_t)strtoll(words[4], NULL, 10);
  jack_set_process_callback(client, process, NULL);
  jack_set_latency_callback(client, tell, NULL);
  out = jack_port_register(client, "out", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  if (out == NULL || jack_activate(client) != 0) return 3;
  puts("ready");
  fflush(stdout);
  for (;;) pause();
}
