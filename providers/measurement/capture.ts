// A capture of the mixer: started, kept by polling, ended in every case.
import { type Audio, Refusal, type TaskRun, type Time } from 'rowdesk/provider';

/** The mixer ends a capture that it is not asked about for 3 s. */
const pollMs = 250;

export interface CaptureReport {
  readonly state: 'running' | 'done' | 'failed';
  readonly frames: number;
  readonly total: number;
  readonly reason: string;
  readonly dropouts: number;
  readonly tracks: readonly { readonly peak: number; readonly legs: number }[];
}

export interface CaptureNeeds {
  readonly audio: Pick<Audio, 'call'>;
  readonly time: Time;
}

/**
 * `order`: as `startCapture` of the mixer takes it (hardware-drivers/mixer/js/captures.ts). Resolves once the file is
 * complete. Rejects with Refusal `conflict` where the mixer refuses or the capture fails, and with the reason of `signal`.
 */
export async function captured(
  order: Readonly<Record<string, unknown>>,
  { audio, time }: CaptureNeeds,
  run: Pick<TaskRun, 'signal' | 'ready'>,
  progress: (report: CaptureReport) => void,
): Promise<CaptureReport> {
  const call = (method: string, args: Readonly<Record<string, unknown>>) =>
    audio.call('mixer', method, args).catch((error: Error) => {
      if (error instanceof Refusal) throw error;
      throw new Refusal('conflict', `The mixer does not capture: ${error.message}.`, { reason: 'capture-failed' });
    });
  const { number } = await run.ready(call('startCapture', order));
  let isOver = false;
  try {
    for (;;) {
      run.signal.throwIfAborted();
      const report = (await call('capture', { number })) as unknown as CaptureReport;
      progress(report);
      isOver = report.state !== 'running';
      if (report.state === 'done') return report;
      if (isOver) {
        throw new Refusal('conflict', `The capture failed: ${report.reason}.`, { reason: 'capture-failed' });
      }
      await pause(time, run.signal);
    }
  } finally {
    // The stimulus fades out at once; without this call it would as soon as the lease ends.
    if (!isOver) await audio.call('mixer', 'endCapture', { number }).catch(() => {});
  }
}

function pause(time: Time, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = time.after(pollMs, resolve);
    signal.addEventListener(
      'abort',
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
}
