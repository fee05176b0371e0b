// A desk whose sound is heard on several outputs at once.
import { recorded, running, startRecording, stopRecording } from '../harness/desk.ts';
import { type Service, type ServiceOptions, startService } from '../harness/service.ts';

export const rate = 48_000;
/** Repeats every 4 samples: the first that differs from the one 4 before it is the first that anything changed. */
export const steadyHz = 12_000;

/** A service that runs, its outputs open. */
export async function startShow({ config, ...options }: ServiceOptions = {}): Promise<Service> {
  const service = await startService({ ...options, config: { rate, ...config } });
  await running(service);
  return service;
}

/** What is heard at these outputs while `meanwhile` runs, and at least `seconds` before and after it. */
export async function record(
  service: Service,
  outputs: readonly number[],
  seconds: number,
  meanwhile: () => Promise<unknown>,
): Promise<readonly Float64Array[]> {
  await startRecording(service, outputs);
  await recorded(service, seconds);
  await meanwhile();
  await recorded(service, seconds);
  return (await stopRecording(service)).channels as Float64Array[];
}

/** The first sample of a tone at `steadyHz` that is another one than 4 before it; -1 for none. */
export function firstChange(samples: Float64Array, from = 4): number {
  for (let n = Math.max(4, from); n < samples.length; n++) {
    if (Math.abs((samples[n] as number) - (samples[n - 4] as number)) > 1e-6) return n;
  }
  return -1;
}
