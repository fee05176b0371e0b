// A tone that is recorded on its way out: what a PATCH does to it is found at its sample.
import {
  box,
  patchThrough,
  recorded,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';

export const rate = 48000;
export const blockFrames = 64;

export interface HeardTone {
  readonly service: Service;
  /** Now, by the clock of the recording. */
  nowMs(): number;
  /** Ends the recording: the left leg of the main, and at which frame of it a moment was, in fractions of one. */
  end(): Promise<{ readonly left: Float64Array; frameAt(ms: number): number }>;
}

/** A constant would be simplest, but the stagebox plays sines: 12 kHz at 48 kHz repeats every 4 samples. */
export async function hearTone(of: Checkout): Promise<HeardTone> {
  const service = await of.start({ config: { blockFrames, rate } });
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 12_000, levelDbfs: -20 });
  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  await startRecording(service);
  await recorded(service, 0.2);
  const { recordingBegunMs } = (await service.get(`/stagebox/${box}`)).body;
  return {
    service,
    nowMs: () => Number(process.hrtime.bigint()) / 1e6,
    async end() {
      await recorded(service, 0.1);
      const left = (await stopRecording(service)).channels[0] as Float64Array;
      return { left, frameAt: (ms) => ((ms - recordingBegunMs) * rate) / 1000 };
    },
  };
}
