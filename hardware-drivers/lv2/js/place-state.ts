// The state of the plugin of one place, beside its values: saved once it has been quiet, before its plugin leaves, and at the end;
// kept by its contents, under an id that the desk adopts; and loaded again when the desk wants an earlier one.
import { rmSync } from 'node:fs';
import type { PluginDescription, Reading, Value } from 'rowdesk/driver';
import type { PlaceAddress } from './place-name.ts';
import type { PlaceParts } from './place-parts.ts';
import type { Rack } from './rack.ts';

/** Of the row `state` of a place. */
export const stateField = 'pluginState';
const quietMs = 1000;
/** A state that changes without end is saved as often. */
const longestMs = 10_000;

type Parts = Pick<PlaceParts, 'states' | 'kept' | 'timers' | 'log' | 'table' | 'adopt' | 'changed'>;

export class PlaceState {
  readonly #address: PlaceAddress;
  readonly #parts: Parts;
  readonly #settled: () => void;
  #rack: Rack | undefined;
  #plugin: PluginDescription | undefined;
  #changedMs: number | undefined;
  #stop: (() => void) | undefined;
  /** The last question to save it that the rack has not answered. */
  #saving: object | undefined;
  /** What the desk wants and no rack has yet; '' for nothing. */
  #wanted = '';
  /** What the rack was asked to load. */
  #entering = '';
  /** What the plugin has, as the desk knows it; '' before that was kept. */
  #said = '';

  /** `settled`: a wanted state may be loaded now. */
  constructor(address: PlaceAddress, parts: Parts, settled: () => void) {
    this.#address = address;
    this.#parts = parts;
    this.#settled = settled;
  }

  /** Another state is to be loaded, and can be: the one of before is not being written. */
  get isUnsent(): boolean {
    return this.#wanted !== '' && this.#wanted !== this.#entering && this.#saving === undefined;
  }

  /** Another plugin is wanted: no state is known of it. */
  choose(): void {
    this.#wanted = '';
    this.#entering = '';
    this.#say('');
  }

  /**
   * What the desk wants of the state; `rest`: the values that are not of it. `isOld`: a control process that came says so,
   * which may not have heard of what the plugin became meanwhile.
   */
  apply(values: readonly Value[], isOld: boolean) {
    const { path } = this.#reading('');
    const isOwn = (value: Value) => value.field === stateField && value.path === path;
    const refused = values.filter(isOwn).flatMap((value): Reading[] => {
      const reason = this.#want(value.value, isOld);
      return reason === '' ? [] : [{ ...value, state: 'refused', reason }];
    });
    return { rest: values.filter((value) => !isOwn(value)), refused };
  }

  /** A plugin comes into a rack. The file of its state, '-' for none. */
  enter(rack: Rack, plugin: PluginDescription): string {
    this.close();
    this.#rack = rack;
    this.#plugin = plugin;
    if (!plugin.hasState) return '-';
    this.#entering = this.#wanted;
    if (this.#entering !== '') this.#restore(plugin, this.#entering);
    return this.#parts.states.enter(this.#address.name, plugin.id);
  }

  /** The plugin runs, with the state that it was to have. */
  loaded(): void {
    const entered = this.#plugin?.hasState === true ? this.#entering : this.#wanted;
    this.#entering = '';
    if (entered === '') {
      if (this.#said === '') this.changed();
      return;
    }
    if (this.#wanted === entered) this.#wanted = '';
    this.#say(entered);
  }

  /** The plugin does not take the state: it begins without one. */
  failed(reason: string): void {
    const plugin = this.#plugin;
    if (plugin === undefined || this.#entering === '') return;
    this.#parts.log('warn', `${plugin.name} in ${this.#address.words}: ${reason}`);
    rmSync(this.#parts.states.fileOf(this.#address.name, plugin.id), { force: true });
    this.#wanted = '';
    this.#entering = '';
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
    const file = this.#parts.states.fileOf(this.#address.name, plugin.id);
    const question = {};
    this.#saving = question;
    rack.ask('save', this.#address.name, [file], (answer) => {
      if (answer.event === 'refused') this.#unsaved(plugin, answer.reason);
      if (this.#saving !== question) return;
      this.#saving = undefined;
      if (answer.event !== 'refused' && this.#wanted === '') this.#keep(plugin, file);
      this.#settled();
    });
  }

  /** The plugin has left this place for another one, or for none. */
  leave(plugin: PluginDescription): void {
    this.#parts.states.leave(this.#address.name, plugin.id);
  }

  /** Nothing is saved any more. */
  close(): void {
    this.#stop?.();
    this.#changedMs = undefined;
    this.#saving = undefined;
    this.#entering = '';
    this.#rack = undefined;
    this.#plugin = undefined;
  }

  /** The reason of a refusal; '' for none. */
  #want(id: unknown, isOld: boolean): string {
    if (typeof id !== 'string') return `${stateField} must be a text`;
    if (isOld && this.#plugin !== undefined && this.#said !== '' && id !== this.#said) {
      this.#parts.adopt([this.#reading(this.#said)]);
      return '';
    }
    if (id !== '' && id !== this.#said && !this.#parts.kept.has(id))
      return `the state ${id.slice(0, 32)} is kept no more`;
    this.#wanted = id === this.#said ? '' : id;
    if (this.#wanted === '') this.#say(id);
    else this.#show(id, 'unverified');
    // What it is now gets its name soon.
    if (id === '') this.changed();
    return '';
  }

  #restore(plugin: PluginDescription, id: string): void {
    try {
      this.#parts.kept.restore(id, this.#parts.states.fileOf(this.#address.name, plugin.id));
    } catch (error) {
      this.#parts.log('warn', `the state ${id} of ${plugin.name} is not restored: ${(error as Error).message}`);
    }
  }

  #keep(plugin: PluginDescription, file: string): void {
    try {
      const id = this.#parts.kept.keep(file);
      if (id === this.#said) return;
      this.#say(id);
      this.#parts.adopt([this.#reading(id)]);
    } catch (error) {
      this.#unsaved(plugin, (error as Error).message);
    }
  }

  #unsaved({ name }: PluginDescription, reason: string): void {
    this.#parts.log('warn', `the state of ${name} in ${this.#address.name} is not saved: ${reason}`);
  }

  #say(id: string): void {
    this.#said = id;
    this.#show(id, 'applied');
  }

  #show(id: string, state: Reading['state']): void {
    const { path, field } = this.#reading(id);
    if (this.#parts.table.set(path, field, id, state)) this.#parts.changed();
  }

  #reading(value: string): Reading {
    return { path: `${this.#address.path}/state`, field: stateField, value, state: 'applied' };
  }
}
