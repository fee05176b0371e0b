// From where on a capture is refused, each with its reason.
#pragma once

namespace rowdesk::measurement::thresholds {

// The longest window of the transfer function must fit in often enough to be averaged, and one spectrum of bands takes 0.34 s.
inline constexpr double least_s = 0.5;

// Mean square of the reference while it sounds, dBFS: below, the output was closed or its fader down.
inline constexpr double least_reference_db = -80.0;
// Highest sample of the microphone, dBFS: below, a converter of 16 bits has nothing but its lowest bit.
inline constexpr double least_microphone_db = -90.0;

// A converter of 16 bits ends here; what an analogue stage clips is at least three frames at full scale in all, while one or
// two may be true peaks.
inline constexpr float full_scale = 1.0f - 1.0f / 32768.0f;
inline constexpr int most_full_scale_frames = 2;

// Both channels are exactly zero for longer than a converter or a fade stays there, and the reference is louder than this
// within a quarter of a millisecond of the edge, dB against its mean square: a faded stimulus is far below.
inline constexpr double least_dropout_s = 0.0003;
inline constexpr double dropout_edge_s = 0.00025;
inline constexpr double dropout_edge_db = -50.0;

// Peak of the correlation over its noise. The highest of a million values of noise is at 5.3.
inline constexpr double least_prominence = 8.0;
// Mean square of the microphone, dBFS, where nothing of the reference is in it: below, it is silent; above, it hears
// something else.
inline constexpr double silent_microphone_db = -70.0;
// What comes two frames before it was sent is not its echo; one may be the error of the estimate.
inline constexpr double earliest_frames = -1.5;

// Median over the band: below, more than twice the signal's power is noise, other sound or late reverberation, and a
// magnitude of few averages is off by decibels.
inline constexpr double least_coherence = 0.3;

// Of the direct sound in the impulse response over its noise, dB: below, noise hides the first 10 dB of any decay with the
// 10 dB that must lie between them, and reflections 5 dB below the direct sound.
inline constexpr double least_peak_over_noise_db = 25.0;

// Of a stimulus that sounds twice (repeats.h), as powers. What was sent differs by more: other sound was on the bus.
inline constexpr double most_other_sound = 0.01;
// The difference within a window has so much of what both have in common around it: half of it where one of them is silent,
// 10^(-r / 10) of it by noise at a signal-to-noise ratio of r dB.
inline constexpr double strange_part = 0.07;
// Of what is in common where it is strongest in that octave: a sweep is elsewhere otherwise.
inline constexpr double least_common = 0.1;
// And so far it is over what it is in most windows within a second, and by its part within 60 ms. Noise has two degrees of
// freedom in a window: 12 times its third quartile is once in ten million windows, 20 times its second fifth once in 30000.
inline constexpr double strange_over_far = 12.0;
inline constexpr double strange_over_near = 20.0;
// A lag below: wind and draughts move the sound as far. Where the path of the sound is what it seems to be, the correlation at the
// lag is high, and it leaves so little of the rest that there is without the lag.
inline constexpr double least_lag_s = 0.00025;
inline constexpr double least_lag_correlation = 0.5;
inline constexpr double least_lag_rest = 0.03;
inline constexpr double lag_explains = 0.35;
// A part counts that has so much more power than the quietest tenth of a second: hum and rumble are correlated with themselves.
inline constexpr double lag_over_quiet = 3.0;

}  // namespace rowdesk::measurement::thresholds
