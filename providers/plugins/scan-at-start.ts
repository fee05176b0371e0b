// Scans that the desk begins by itself, once the driver of plugins runs: the first one, and when a file of plugins is another than as
// the last one began.
import { type Drivers, type Faults, follow, Refusal, type Time } from 'rowdesk/provider';
import { lookAtFolders } from './folder-look.ts';
import { FolderWatch } from './folder-watch.ts';
import type { PluginLibrary } from './plugin-library.ts';
import type { Scanner } from './scanner.ts';

/** From a change to the look at it, and from a look to the next one while a package is being installed. */
const restMs = 15_000;

export interface OwnScansNeeds {
  readonly drivers: Drivers;
  readonly faults: Faults;
  readonly library: PluginLibrary;
  readonly scanner: Scanner;
  readonly time: Pick<Time, 'after'>;
}

/** Until the returned function is called. */
export function scanByItself({ drivers, faults, library, scanner, time }: OwnScansNeeds): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let isLooking = false;
  /** Of the last scan that the desk began: one that failed, or was cancelled, is not begun again until something changes. */
  let begun: string | undefined;
  /** Of the last look: a package that is being installed is scanned once it has come to rest. */
  let before: string | undefined;
  let stopWaiting: (() => void) | undefined;
  const lookLater = () => {
    if (signal.aborted) return;
    stopWaiting ??= time.after(restMs, () => {
      stopWaiting = undefined;
      mayLook();
    });
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
    if (!isAtRest || stamp === begun || (!isFirst && stamp === library.scannedStamp)) return;
    begun = stamp;
    await scanner.runByItself(signal);
  };
  const mayLook = () => {
    const isHostThere = drivers.choices.some(({ kind, state }) => kind === 'plugins' && state === 'running');
    if (signal.aborted || !isHostThere) return;
    if (isLooking || scanner.progress !== null) return lookLater();
    isLooking = true;
    look()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        // Other jobs run: the next look tries again.
        if (error instanceof Refusal && error.params.reason !== 'job-failed') {
          begun = undefined;
          lookLater();
        } else faults.note(error, 'a scan of plugins that the desk began');
      })
      .finally(() => {
        isLooking = false;
      });
  };
  const stop = follow(drivers)(undefined, mayLook);
  mayLook();
  return () => {
    stop();
    stopWaiting?.();
    watching.close();
    abort.abort(new DOMException('The desk ends.', 'AbortError'));
  };
}
