// Has the device agree with the desk. The device is read, what is not as wanted is written, and what the device says
// after a second reading is the report: nothing counts as done because it was sent.
import { type Audio, type Desk, type Fields, Refusal, type TaskRun, type Time, until } from 'rowdesk/provider';
import { type ControlArea, mostListed } from './contract.ts';
import { type Compared, compare } from './drift.ts';
import { rootPath } from './paths.ts';
import type { TotalMix } from './total-mix.ts';

export interface ReassertNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly time: Time;
  readonly totalMix: TotalMix;
}

export interface ReassertRequest {
  readonly areas: readonly ControlArea[];
  readonly only: 'drifted' | 'all';
}

/** TotalMix FX shows its channels page by page: by its remote a complete reading of a large device takes many seconds. */
const readingMs = 60_000;
/** How long a switched preamp may take: its strips are muted first. */
const switchingMs = 5_000;
/** Values in one message to the driver. */
const mostWritten = 128;

/** These make a noise when they switch: the desk writes them itself at the next heartbeat, the strips muted before. */
const noisy = ['phantom', 'pad'];

type Report = Fields & { readonly outcome: 'applied' | 'unverified' | 'refused' | 'in-part' | 'cancelled' };

/** Throws Refusal `device-absent` without a device. */
export async function reassert(needs: ReassertNeeds, request: ReassertRequest, run: TaskRun): Promise<Report> {
  const { desk, totalMix } = needs;
  const target = presentTarget(totalMix);
  const wanted = () => {
    const compared = compare(totalMix, desk, desk.observed);
    return compared.filter(({ area }) => request.areas.length === 0 || request.areas.includes(area));
  };
  run.progress(0, 3, 'Reading the device');
  const isRead = await run.ready(complete(needs, target, run.signal));
  if (run.signal.aborted) return { outcome: 'cancelled', ...nothing };
  if (!isRead) return { outcome: 'refused', ...nothing, reason: silence('') };
  const before = wanted();
  const toWrite = before.filter(({ agrees }) => request.only === 'all' || !agrees);
  const written = await writeAll(needs, target, toWrite, run);
  if (run.signal.aborted) return { outcome: 'cancelled', ...nothing, written };
  run.progress(2, 3, 'Reading the device again');
  await switched(needs, toWrite, run.signal);
  const isReadAgain = await complete(needs, target, run.signal);
  if (run.signal.aborted) return { outcome: 'cancelled', ...nothing, written };
  run.progress(3, 3, 'Compared');
  if (!isReadAgain) return { outcome: 'in-part', ...nothing, written, reason: silence(' after the writing') };
  return { ...judged(wanted()), drifted: before.filter(({ agrees, readable }) => !agrees && readable).length, written };
}

const nothing = { verified: 0, unverified: 0, refused: [], refusedCount: 0, drifted: 0, written: 0, reason: '' };
const silence = (when: string) => `the device did not answer a complete reading within ${readingMs / 1000} s${when}`;

function presentTarget({ device, reason, target }: TotalMix): string {
  if (reason === '' && target !== undefined) return target;
  const why = device === undefined ? 'No TotalMix device is there' : `${device.id} is away: ${reason}`;
  throw new Refusal('device-absent', `${why}; connect it, or see /adapter/totalmix for why.`, {
    target: target ?? 'totalmix',
  });
}

/** A complete reading that begins now; false when none ends in time. */
async function complete({ audio, desk, time }: ReassertNeeds, target: string, signal: AbortSignal): Promise<boolean> {
  const readings = () => Number(desk.observed.read(rootPath, 'readings')?.value ?? 0);
  const before = readings();
  await audio.call(target, 'refresh', {});
  return until(() => readings() > before, { sources: [desk.observed], time, timeoutMs: readingMs, signal });
}

async function writeAll(
  { audio, desk }: ReassertNeeds,
  target: string,
  values: readonly Compared[],
  { signal, progress }: TaskRun,
): Promise<number> {
  const silent = values.filter(({ field, agrees }) => agrees || !noisy.includes(field));
  for (let done = 0; done < silent.length; done += mostWritten) {
    if (signal.aborted) return done;
    progress(1 + done / silent.length, 3, `Writing ${silent.length} values`);
    const block = silent.slice(done, done + mostWritten);
    // As the desk wants them now: an earlier block may have taken its time.
    const now = block.map(({ path, field }) => ({ path, field, value: desk.read(path)[field] }));
    await audio.call(target, 'write', { values: now });
  }
  return silent.length;
}

/** Waits until the desk has switched what makes a noise. */
async function switched(
  { desk, time }: ReassertNeeds,
  values: readonly Compared[],
  signal: AbortSignal,
): Promise<void> {
  const { observed } = desk;
  const open = values.filter(({ field, agrees, readable }) => !agrees && readable && noisy.includes(field));
  const isDone = () =>
    open.every(({ path, field }) => observed.matches(path, field) || observed.read(path, field)?.state !== 'applied');
  await until(isDone, { sources: [observed], time, timeoutMs: switchingMs, signal });
}

function judged(after: readonly Compared[]): Report {
  const verified = after.filter(({ agrees }) => agrees).length;
  const unverified = after.filter(({ agrees, readable }) => !agrees && !readable).length;
  const open = after.filter(({ agrees, readable }) => !agrees && readable);
  const refused = open.slice(0, mostListed).map(({ path, field, wanted, observed, refusal }) => {
    return { path, field, wanted, observed, reason: refusal || 'the device has another value after the writing' };
  });
  const counts = { verified, unverified, refused, refusedCount: open.length, reason: '' };
  if (open.length > 0) return { outcome: verified + unverified > 0 ? 'in-part' : 'refused', ...counts };
  return { outcome: unverified > 0 ? 'unverified' : 'applied', ...counts };
}
