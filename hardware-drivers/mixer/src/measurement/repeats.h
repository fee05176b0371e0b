// A stimulus that sounds twice: whether the microphone heard the same both times, and the mean of both, which is measured.
//
// What is measured is a path that does not change meanwhile. Where a machine or a device loses frames, or repeats some, a sweep
// lacks the frequencies of that moment, and one capture does not show it: a gap is a filter as good as any. The second
// time shows it, by one of two marks:
// - In an octave, for a moment, the difference of both is a good part of the sound itself, and far above what it is elsewhere in
//   that octave, by noise or by moving air: silence, or the sound of another moment.
// - For a quarter of a second both are the same sound, but one is later: frames are missing or too many from there on.
//
// Sources: ISO 18233:2006 (the path must be time-invariant; averages of repeated stimuli); U. P. Svensson, J. L. Nielsen,
// "Errors in MLS Measurements Caused by Time Variance in Acoustic Systems", J. Audio Eng. Soc. 47(11), 1999; lags by the peak
// of the cross-correlation: C. H. Knapp, G. C. Carter, IEEE Trans. ASSP 24(4), 1976.
#pragma once

#include <cstddef>

#include "measurement/capture_file.h"
#include "measurement/refusal.h"

namespace rowdesk::measurement {

// period_frames: from the beginning of the first sound to that of the second, less than the length of the capture. delay_frames:
// of the microphone behind the reference, about. Nothing where what was sent differs as well: other sound was on the bus.
MaybeRefused compare_repeats(const CapturedSound& sound, size_t period_frames, double delay_frames);

// Shorter by the period.
CapturedSound mean_of_repeats(const CapturedSound& sound, size_t period_frames);

}  // namespace rowdesk::measurement
