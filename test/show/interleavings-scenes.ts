// The scenes that are there before anybody does anything, and the one that clients store, replace and delete.
import type { FakeTime, TestHost } from '../../core/testing.ts';

/** What clients call the scene that they store. */
export const ownScene = 'own';

/** What scenes hold; one fades. */
const scenes: Readonly<Record<string, { readonly fadeMs: number; readonly strips: readonly object[] }>> = {
  quiet: {
    fadeMs: 2000,
    strips: [
      { kind: 'input', index: 1, levelDb: -40 },
      { kind: 'mix', index: 1, levelDb: -20, muted: true },
    ],
  },
  loud: {
    fadeMs: 0,
    strips: [
      { kind: 'input', index: 1, levelDb: 0, stereoLink: true },
      { kind: 'input', index: 3, levelDb: 0 },
    ],
  },
};

/** Stores each and goes back to where it was. */
export async function storeScenes({ host }: TestHost, time: FakeTime): Promise<void> {
  const patch = (path: string, body: object) => host.rows.open(path).patch(body, { actor: 'reset' });
  for (const [id, { fadeMs, strips }] of Object.entries(scenes)) {
    await patch('/channel', { strips });
    await patch('/scene/store', { running: true, id, name: id });
    while (((await host.rows.get('/scene/store')) as { running: boolean }).running) time.advance(1);
    await patch(`/scenes/${id}`, { fadeMs });
    while (((await host.rows.get('/history/cursor')) as { canUndo: boolean }).canUndo) {
      await patch('/history/cursor/undo', { running: true });
      time.advance(2000);
    }
  }
}

/** What clients have stored is no scene of the next run. */
export async function forgetScenes({ host }: TestHost): Promise<void> {
  const { items } = (await host.rows.get('/scenes')) as { readonly items: readonly { readonly id: string }[] };
  if (!items.some(({ id }) => id === ownScene)) return;
  await host.rows.open('/scene/delete').patch({ running: true, id: ownScene, confirm: true }, { actor: 'reset' });
}
