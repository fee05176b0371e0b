// The state of the plugin of one place, beside its values: saved once it has been quiet, before its plugin leaves, and at the end.
import type { PluginDescription } from 'rowdesk/driver';
import type { PlaceParts } from './place-parts.ts';
import type { Rack } from './rack.ts';

const quietMs = 1000;
/** A state that changes without end is saved as often. */
const longestMs = 10_000;

export class PlaceState {
  readonly #place: string;
  readonly #parts: Pick<PlaceParts, 'states' | 'timers' | 'log'>;
  #rack: Rack | undefined;
  #plugin: PluginDescription | undefined;
  #changedMs: number | undefined;
  #stop: (() => void) | undefined;

  /** `place`: the name of its slot. */
  constructor(place: string, parts: Pick<PlaceParts, 'states' | 'timers' | 'log'>) {
    this.#place = place;
    this.#parts = parts;
  }

  /** A plugin comes into a rack. The file of its last state, '-' for none. */
  enter(rack: Rack, plugin: PluginDescription): string {
    this.close();
    this.#rack = rack;
    this.#plugin = plugin;
    return plugin.hasState ? this.#parts.states.enter(this.#place, plugin.id) : '-';
  }

  changed(): void {
    if (!this.#plugin?.hasState) return;
    const { timers } = this.#parts;
    const nowMs = timers.nowMs();
    this.#changedMs ??= nowMs;
    this.#stop?.();
    const restMs = Math.max(0, this.#changedMs + longestMs - nowMs);
    this.#stop = timers.after(Math.min(quietMs, restMs), () => this.save());
  }

  save(): void {
    const [rack, plugin] = [this.#rack, this.#plugin];
    this.#stop?.();
    this.#changedMs = undefined;
    if (!rack || !plugin) return;
    rack.ask('save', this.#place, [this.#parts.states.fileOf(this.#place, plugin.id)], (answer) => {
      if (answer.event !== 'refused') return;
      this.#parts.log('warn', `the state of ${plugin.name} in ${this.#place} is not saved: ${answer.reason}`);
    });
  }

  /** The plugin has left this place for another one, or for none. */
  leave(plugin: PluginDescription): void {
    this.#parts.states.leave(this.#place, plugin.id);
  }

  /** Nothing is saved any more. */
  close(): void {
    this.#stop?.();
    this.#changedMs = undefined;
    this.#rack = undefined;
    this.#plugin = undefined;
  }
}
