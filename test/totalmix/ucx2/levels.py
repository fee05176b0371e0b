"""The levels that the device tells on request, in five messages: of each channel the RMS of 64 bits and the peak of 32."""
from .registers import INPUTS, OUTPUTS, PLAYBACKS
from .words import message_of

# inputs after and before the effects, playback, outputs before and after fader and effects; those with effects have a reverb too
CHANNELS = {1: INPUTS + 2, 2: PLAYBACKS, 3: OUTPUTS + 2, 4: INPUTS, 5: OUTPUTS}
KINDS = {'input': (1, 4), 'playback': (2,), 'output': (3, 5)}
SILENCE = 0.0


class Levels:
    def __init__(self):
        self.peaks = {}

    def set(self, kind, channel, db):
        """Of a sine: its RMS figure matches the peak. Channels count from 1."""
        if kind not in KINDS:
            raise ValueError(f'kind: one of {", ".join(KINDS)}')
        self.peaks[kind, channel] = 10 ** (db / 20)

    def messages(self):
        for sub, count in CHANNELS.items():
            kind = next(kind for kind, subs in KINDS.items() if sub in subs)
            words = []
            for channel in range(1, count + 1):
                peak = min(int(self.peaks.get((kind, channel), SILENCE) * 0x800000), 0xFFFFFF)
                # the mean of the squares of the peaks, shifted left by 4, times 2: of a sine the square of its peak
                rms = (peak << 4) ** 2
                over = 0xF if self.peaks.get((kind, channel), SILENCE) >= 1 else 0
                words += [rms & 0xFFFFFFFF, rms >> 32, peak << 4 | over]
            yield message_of(sub, words)
