// What a faked card shares with the test that made it, and what the processes share that open the card. Three files:
//
//   NAME.control  struct Control, written whole by the test (faked-card.ts), read here
//   NAME.state    struct State, written here, read by the test
//   NAME.played   what the outputs played last: int32 frames of all outputs, the frame of card time t at t % ring_frames
//
// and NAME.feed, the test's sound for the inputs: float frames of all inputs, repeated from card time 0.
#ifndef ROWDESK_FAKED_CARD_H
#define ROWDESK_FAKED_CARD_H

#include <pthread.h>
#include <stdint.h>

enum { PLAYBACK = 0, CAPTURE = 1, DIRECTIONS = 2, MOST_RATES = 16, MOST_FORMATS = 4 };

/// Numbers of double precision, so that JavaScript writes them as they are: faked-card.ts has the same order.
struct Control {
  /// The clock: at base_ns of CLOCK_MONOTONIC (or of the simulated time) the card's own clock is at card_base_ns, and from
  /// there it runs (1 + ppm / 1e6) times as fast.
  double base_ns, card_base_ns, ppm;
  /// The time that takes the place of CLOCK_MONOTONIC; below 0: none.
  double simulated_ns;
  double is_plugged, is_held;
  /// Counters of the test's orders: unplugged, xrun wanted, feed written.
  double unplugs, xruns, feeds;
  double outputs, inputs, cable_frames, ring_frames;
  double least_period, most_period, least_periods, most_periods;
  double rates[MOST_RATES];
  /// snd_pcm_format_t; rates and formats end with the first 0.
  double formats[MOST_FORMATS];
  /// XOR of the words above: a record that is being written is not taken.
  uint64_t check;
};

/// What a stream does, for the figures.
enum Doing { CLOSED, OPEN, RUNNING, XRUN, DISCONNECTED };

struct Figures {
  int64_t process_id, doing, opens, starts, xruns, periods, frames;
  /// Played although the program had not written them, or captured over frames that it had not read.
  int64_t missed_frames;
  /// 0 until the program has chosen.
  int64_t rate, period_frames, buffer_frames, format;
  /// The card time of the first frame since the last start.
  int64_t start_frame;
  /// The simulated time at which the program last had nothing to do; -1 until it polls.
  double settled_ns;
};

struct State {
  struct Figures figures[DIRECTIONS];
  /// Card times of the frames in NAME.played: from the first (or ring_frames before the end) to before the end.
  int64_t played_from, played_to, played_rate;
  int64_t is_mutex_made;
  pthread_mutex_t mutex;
};

#endif
