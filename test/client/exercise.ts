// What a client does, in whichever engine runs it: browsers and versions of Node. Nothing here is of Node.
import type * as clientApi from '../../core/client.ts';

type Api = typeof clientApi;

const strip = '/channel/input/1';

/** What `exercise` comes to with a fresh desk. */
export const exercised = {
  writable: [true, false],
  patched: { levelDb: -6, muted: true },
  moved: -3,
  isMoving: false,
  watched: { name: 'Talk', life: 'live' },
  stored: 'applied',
  actor: 'Ämma',
  refused: { isRefused: true, status: 422, field: 'levelDb', code: 'out-of-range' },
};

/** Reads, describes, writes, moves, watches and runs, as the API documents it. */
export async function exercise({ Client, Refused, isWritable }: Api, url: string): Promise<typeof exercised> {
  const desk = new Client(url, { actor: 'Ämma' });
  const contract = await desk.options(strip);
  const { row } = await desk.patch(strip, { levelDb: -6, muted: true, name: 'Talk' });
  await Promise.all([-20, -10, -5, -3].map((levelDb) => desk.move(strip, 'levelDb', levelDb)));
  let watched = { name: '', life: '' };
  for await (const { row, life } of desk.watch(strip)) {
    watched = { name: row.name, life };
    break;
  }
  const { outcome } = await desk.run('/scene/store', { name: 'Evening' });
  const { entries } = await desk.get('/history');
  const error = await desk.patch(strip, { levelDb: 99 }).catch((error: InstanceType<Api['Refused']>) => error);
  const isRefused = error instanceof Refused;
  const { status = 0, refusal } = isRefused ? error : {};
  const { field = '', code = '' } = refusal?.errors[0] ?? {};
  const result = {
    writable: [isWritable(contract, 'levelDb'), isWritable(contract, 'mutedBy')],
    patched: { levelDb: row.levelDb, muted: row.muted },
    moved: (await desk.get(strip)).levelDb,
    isMoving: desk.isMoving(strip, 'levelDb'),
    ...{ watched, stored: String(outcome), actor: entries.at(0)?.actor ?? '' },
    refused: { isRefused, status, field, code },
  };
  desk.close();
  return result;
}

/** Follows a strip as a page that moves faders does; `tell` has each of its lives, and each reason of a lost connection. */
export function follow({ Client }: Api, url: string, tell: (line: string) => void): void {
  const desk = new Client(url, { aliveMs: 2000 });
  desk.onStatus(({ state, reason }) => {
    if (state === 'lost') tell(`lost: ${reason}`);
  });
  desk.onReconnect(() => tell('back'));
  desk.subscribe(['/telemetry/rt'], () => {});
  desk.subscribe([strip], ({ row, life }) => tell(`${life} ${row.levelDb}`));
}
