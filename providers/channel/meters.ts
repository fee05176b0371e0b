// The mixer's meters, sampled once for all meter rows, and only while one is watched or read.
import { type Audio, type Token, token } from 'rowdesk/provider';
import { LevelMeter, type Levels, noLevels } from './levels.ts';
import { Sampler, type SamplerNeeds } from './sampler.ts';

/** 25 samples per second. */
const meterIntervalMs = 40;
/** A GET waits no longer for a sample; then there is no mixer that measures. */
const timeoutMs = 500;
const all = '';

export class ChannelMeters {
  static readonly token: Token<ChannelMeters> = token<ChannelMeters>('channel.meters');
  readonly #sampler: Sampler<Levels>;

  constructor(audio: Audio, needs: SamplerNeeds) {
    const meter = new LevelMeter();
    this.#sampler = new Sampler(needs, timeoutMs, (_all, give) =>
      audio.readMeters(meterIntervalMs, (sample) => give(meter.take(sample))),
    );
  }

  /** `changed` is called after each sample. Sampling ends with the last watcher. */
  watch(changed: () => void): () => void {
    return this.#sampler.watch(all, changed);
  }

  /** The newest levels while they are watched, else those of a sample taken for this read. */
  read(): Levels | Promise<Levels> {
    const levels = this.#sampler.read(all);
    if (levels instanceof Promise) return levels.then((later) => later ?? noLevels);
    return levels ?? noLevels;
  }
}
