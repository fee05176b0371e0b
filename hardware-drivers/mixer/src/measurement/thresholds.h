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

}  // namespace rowdesk::measurement::thresholds
