// Removes states of plugins that nothing names any more: no row, no scene or session, no step of the history.
import type { Areas, Desk, Documents, Faults, HistoryLog, Time } from 'rowdesk/provider';
import { type PluginStates, stateId } from './plugin-states.ts';

const everyMs = 3_600_000;
/** Below that nothing is looked for. */
const fewest = 1024;
const fewestBytes = 256 * 1024 * 1024;
/**
 * One that is so new may be named in a moment: by the plugin host, by a session that is being imported. The clock may be set a day
 * on, and then all are old: a look removes only what the look before found as well.
 */
const youngMs = 86_400_000;
const kinds = ['scene', 'session'] as const;

export interface CollectingNeeds {
  readonly areas: Areas;
  readonly desk: Desk;
  readonly documents: Documents;
  readonly history: HistoryLog;
  readonly time: Time;
}

/** Once an hour, until the returned function is called. */
export function collectStates(states: PluginStates, needs: CollectingNeeds, faults: Faults): () => void {
  const collector = new StateCollector(states, needs);
  return needs.time.every(everyMs, () => {
    const kept = states.list();
    const bytes = kept.reduce((sum, state) => sum + state.bytes, 0);
    if (kept.length < fewest && bytes < fewestBytes) return;
    collector.collect().catch((error: unknown) => faults.note(error, 'removing states of plugins'));
  });
}

export class StateCollector {
  readonly #states: PluginStates;
  readonly #needs: CollectingNeeds;
  /** By id, when each was written. */
  #unnamed: ReadonlyMap<string, number> = new Map();

  constructor(states: PluginStates, needs: CollectingNeeds) {
    this.#states = states;
    this.#needs = needs;
  }

  /** Resolves to how many it removed. Rejects where a scene or a session can't be read: then all are kept. */
  async collect(): Promise<number> {
    const before = this.#unnamed;
    this.#unnamed = await unnamedOf(this.#states, this.#needs);
    // A state that is kept again has another time.
    const writtenMs = new Map(this.#states.list().map((state) => [state.id, state.writtenMs]));
    const removed = [...this.#unnamed].filter(([id, at]) => before.get(id) === at && writtenMs.get(id) === at);
    for (const [id] of removed) this.#states.remove(id);
    return removed.length;
  }
}

/** Old ones that nothing names, and when each was written. */
async function unnamedOf(states: PluginStates, needs: CollectingNeeds): Promise<ReadonlyMap<string, number>> {
  const { areas, desk, documents, history, time } = needs;
  const old = states.list().filter(({ writtenMs }) => time.now() - writtenMs > youngMs);
  const unnamed = new Map(old.map(({ id, writtenMs }) => [id, writtenMs]));
  const names = new RegExp(stateId, 'g');
  // Wherever the letters stand: what is kept too long harms nobody.
  const strike = (part: unknown) => {
    for (const [name] of JSON.stringify(part ?? '').matchAll(names)) unnamed.delete(name);
  };
  for (const row of await areas.snapshot()) strike(row);
  for (const kind of kinds) {
    for (const { id } of documents.list(kind)) for (const row of await documents.content(kind, id)) strike(row);
  }
  for (let slot = 1; desk.has(`/clipboard/${slot}/content`); slot++) strike(desk.read(`/clipboard/${slot}/content`));
  for (const { changes } of history.entries) strike(changes);
  return unnamed;
}
