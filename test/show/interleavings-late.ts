// What takes some turns of the event loop: rows that are answered later, and what is told of them.
import { isRefusal } from '../../core/base/refusals.ts';
import type { RowService } from '../../core/service/service.ts';
import type { Rows } from '../../core/services.ts';
import type { FakeTime } from '../../core/testing.ts';
import type { Publication } from '../../core/watch/publication.ts';

/** As GET answers it, undefined where it is answered later; a row may be taken from under it, as a preamp is. */
export function shownAt(rows: Pick<RowService, 'open'>, path: string): string | undefined {
  try {
    const reading = rows.open(path).read();
    if (!(reading instanceof Promise)) return JSON.stringify(reading.row);
    // The desk's time may pass too fast for it; it is asked again once all has settled.
    reading.catch(() => {});
    return undefined;
  } catch (error) {
    if (isRefusal(error) && ['unknown-row', 'device-absent'].includes(error.code)) return 'gone';
    throw error;
  }
}

/** What waits for its time gets it. */
export async function pass(time: FakeTime): Promise<void> {
  for (const passMs of [0, 2000, 0]) {
    time.advance(passMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The last event of a watcher becomes what GET answers, within some turns. */
export async function checkLate(
  watched: { readonly path: string; readonly last: Publication | undefined },
  rows: Pick<Rows, 'get'>,
): Promise<void> {
  const shown = JSON.stringify(await rows.get(watched.path));
  for (let turns = 0; watched.last?.json !== shown && turns < 1_000; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const told = watched.last?.json;
  if (told !== shown) throw new Error(`a watcher of ${watched.path} was told last ${told}, and GET answers ${shown}`);
}
