// Scans that the desk begins by itself, once the driver of plugins is there: the first one, and when a file of plugins is another than as
// the last one began.
import {
  type Drivers,
  type Faults,
  follow,
  Refusal,
  StandingWarnings,
  type Time,
  type Warnings,
} from 'rowdesk/provider';
import { lookAtFolders } from './folder-look.ts';
import { FolderWatch } from './folder-watch.ts';
import type { PluginLibrary } from './plugin-library.ts';
import type { Scanner } from './scanner.ts';

/** From a change to the look at it, and from a look to the next one while a package is being installed. */
const restMs = 15_000;
/** From a scan that failed to the next one, twice as long after each: what it failed for may have been mended, as a full disk. */
const firstTryMs = 60_000;
const lastTryMs = 3_600_000;

export interface OwnScansNeeds {
  readonly drivers: Drivers;
  readonly faults: Faults;
  readonly library: PluginLibrary;
  readonly scanner: Scanner;
  readonly time: Pick<Time, 'after'>;
  readonly warnings: Warnings;
}

/** Until the returned function is called. */
export function scanByItself({ drivers, faults, library, scanner, time, warnings }: OwnScansNeeds): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let isLooking = false;
  const standing = new StandingWarnings(warnings);
  /** Of the last scan that the desk began: one that was cancelled is not begun again until something changes, one that failed until later. */
  let begun: string | undefined;
  let tryMs = firstTryMs;
  /** How the folders looked at the last scan that ended, as one of the desk's own failed after it. */
  let failedStamp: string | undefined;
  /** Of the last look: a package that is being installed is scanned once it has come to rest. */
  let before: string | undefined;
  let stopWaiting: (() => void) | undefined;
  let stopTrying = () => {};
  const lookLater = () => {
    if (signal.aborted) return;
    stopWaiting ??= time.after(restMs, () => {
      stopWaiting = undefined;
      mayLook();
    });
  };
  const mended = () => {
    standing.become([]);
    tryMs = firstTryMs;
    failedStamp = undefined;
    stopTrying();
  };
  const tryLater = (reason: string) => {
    failedStamp = library.scannedStamp;
    const minutes = tryMs / 60_000;
    const words = `It is begun again in ${minutes} min, and when a folder of plugins changes.`;
    standing.become([
      {
        id: 'plugins-not-scanned',
        title: 'The scan of plugins failed',
        titleCode: { code: 'plugins-not-scanned', params: { minutes } },
        detail: `${reason.slice(0, 1800)}. ${words}`,
        severity: 'warning',
        path: '/plugins/scan',
      },
    ]);
    stopTrying();
    stopTrying = time.after(tryMs, () => {
      begun = undefined;
      mayLook();
    });
    tryMs = Math.min(2 * tryMs, lastTryMs);
  };
  const watching = new FolderWatch(lookLater);
  const look = async () => {
    const { folders, stamp } = await lookAtFolders();
    if (signal.aborted) return;
    watching.follow(folders);
    const isFirst = library.scannedAt === '';
    const isAtRest = isFirst || before === undefined || before === stamp;
    before = stamp;
    if (!isAtRest) lookLater();
    const isScanned = !isFirst && stamp === library.scannedStamp;
    if (isScanned) mended();
    if (!isAtRest || stamp === begun || isScanned) return;
    begun = stamp;
    await scanner.runByItself(signal);
    mended();
  };
  const mayLook = () => {
    // A scan is a process of its own: it needs no host that runs.
    const isHostThere = drivers.choices.some(
      ({ kind, state }) => kind === 'plugins' && (state === 'running' || state === 'waiting'),
    );
    if (signal.aborted || !isHostThere) return;
    if (isLooking || scanner.progress !== null) return lookLater();
    isLooking = true;
    look()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.params.reason === 'job-failed') tryLater(error.message);
        // Other jobs run: the next look tries again.
        else if (error instanceof Refusal) {
          begun = undefined;
          lookLater();
        } else faults.note(error, 'a scan of plugins that the desk began');
      })
      .finally(() => {
        isLooking = false;
      });
  };
  const stop = follow(drivers)(undefined, mayLook);
  // One that an operator began mends it as well.
  const stopFollowing = scanner.onChange(() => {
    if (failedStamp !== undefined && scanner.progress === null && library.scannedStamp !== failedStamp) mended();
  });
  mayLook();
  return () => {
    stop();
    stopFollowing();
    stopWaiting?.();
    stopTrying();
    standing.end();
    watching.close();
    abort.abort(new DOMException('The desk ends.', 'AbortError'));
  };
}
