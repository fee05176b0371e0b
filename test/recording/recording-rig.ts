// A recorder and a producer of its ring, in folders of their own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TakeDocument } from '../../hardware-drivers/recorder/js/take-document.ts';
import { RingProducer, type RingTrack } from '../harness/ring-producer/ring-producer.ts';
import { readTake } from './judged-take.ts';
import { RecorderProcess } from './recorder-process.ts';

export class RecordingRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'rowdesk-recording-'));
  /** Where takes are; a test may lay another disk there. */
  readonly recordings: string;
  #producers: RingProducer[] = [];
  #recorders: RecorderProcess[] = [];

  constructor(recordings?: string) {
    this.recordings = recordings ?? join(this.folder, 'recordings');
  }

  producer(): RingProducer {
    const producer = new RingProducer(this.folder);
    this.#producers.push(producer);
    return producer;
  }

  recorder(env: Readonly<Record<string, string>> = {}): RecorderProcess {
    const recorder = new RecorderProcess(this.folder, this.recordings, env);
    this.#recorders.push(recorder);
    return recorder;
  }

  take(takeId: string): string {
    return join(this.recordings, 'takes', takeId);
  }

  document(takeId: string): TakeDocument {
    return readTake(this.take(takeId));
  }

  async remove(): Promise<void> {
    for (const recorder of this.#recorders) await recorder.kill();
    for (const producer of this.#producers) await producer.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Mono tracks of inputs; `stereo` more have two channels. */
export const tracks = (mono: number, stereo = 0): readonly RingTrack[] => [
  ...Array.from({ length: mono }, (_, n) => ({ path: `/channel/input/${n + 1}`, channels: 1 as const })),
  ...Array.from({ length: stereo }, (_, n) => {
    return { path: `/channel/main/${n + 1}`, channels: 2 as const, role: 'programme' as const };
  }),
];

/** Floats are exact, so that a sample says its clock. */
export const exact = { fileFormat: 'wav', bitDepth: 32, preRollS: 0, splitMinutes: 0 };
