// A place for a plugin as the desk wants it, and how far that is done: in which rack the plugin is, and why it is not heard.
import type { PluginDescription, Reading, Value } from 'rowdesk/driver';
import { isBelieved } from './believed.ts';
import type { PlaceAddress } from './place-name.ts';
import type { PlaceParts } from './place-parts.ts';
import { PlaceReadings } from './place-readings.ts';
import { PlaceState } from './place-state.ts';
import { PlaceValues } from './place-values.ts';
import type { Answer, Rack } from './rack.ts';
import type { RackEvent } from './rack-line.ts';
import type { LostGuest } from './racks.ts';

export const uriField = 'plugin:uri';
/** Of a plugin that can't be made now: the mixer may have no slot for it yet. */
const longestRetryMs = 8000;

export class Place implements LostGuest {
  readonly address: PlaceAddress;
  readonly #parts: PlaceParts;
  readonly #readings: PlaceReadings;
  readonly #values: PlaceValues;
  readonly #state: PlaceState;
  #uri = '';
  /** Of the wanted plugin; undefined where none is known by that URI, for the reason in `#unknown`. */
  #plugin: PluginDescription | undefined;
  #unknown = '';
  #rack: Rack | undefined;
  /** What the rack has here, or was asked to have. */
  #loaded: PluginDescription | undefined;
  /** Counts what the rack is asked: an answer to an older question is void. */
  #question = 0;
  #isAsking = false;
  #refusals = 0;
  #stopWaiting: (() => void) | undefined;

  constructor(address: PlaceAddress, parts: PlaceParts) {
    this.address = address;
    this.#parts = parts;
    this.#readings = new PlaceReadings(address, parts);
    this.#values = new PlaceValues(address, parts);
    this.#state = new PlaceState(address, parts, () => this.reconsider());
    this.#readings.say('none', '');
  }

  get name(): string {
    return this.address.name;
  }

  get uri(): string {
    return this.#uri;
  }

  get isMissing(): boolean {
    return this.#uri !== '' && this.#plugin === undefined;
  }

  /** Values of one block of the desk; the refused ones. `isOld`: a control process that came says so. */
  apply(values: readonly Value[], isOld = false): readonly Reading[] {
    const chosen = values.find(({ field }) => field === uriField);
    if (chosen && typeof chosen.value !== 'string') {
      return [{ ...chosen, state: 'refused', reason: `${uriField} must be a text` }];
    }
    if (chosen && (chosen.value !== this.#uri || this.isMissing)) this.#choose(chosen.value as string);
    const state = this.#state.apply(values, isOld);
    const others = state.rest.filter((value) => value !== chosen);
    const refused = this.#values.apply(others, this.#plugin, this.#unknown || `${this.address.words} has no plugin`);
    this.reconsider();
    return [...refused, ...state.refused];
  }

  /** The description of a missing plugin may be there now. */
  lookAgain(): void {
    this.#choose(this.#uri);
    this.reconsider();
  }

  /** Throws Error for the client. */
  loadPreset(uri: string): void {
    const plugin = this.#loaded;
    if (!this.#rack || !plugin || this.#readings.state !== 'running') {
      throw new Error(`no plugin runs in ${this.address.words}`);
    }
    if (!plugin.presets.some((preset) => preset.uri === uri)) throw new Error(`${plugin.name} has no preset ${uri}`);
    this.#rack.ask('preset', this.name, [uri], (answer) => {
      if (answer.event === 'refused') this.#parts.log('warn', `the preset ${uri}: ${answer.reason}`);
    });
  }

  /** Does what is left to do from here to what is wanted. */
  reconsider(): void {
    const plugin = this.#plugin;
    if (plugin === undefined || this.#parts.strikes.isQuarantined(plugin.id)) {
      this.#rest();
    } else if (!this.#isAsking && this.#stopWaiting === undefined) {
      const rack = this.#rack;
      if (rack && this.#loaded !== plugin && !this.#parts.racks.isIn(rack, plugin.uri)) this.#leave();
      if (this.#rack === undefined || this.#loaded !== plugin || this.#state.isUnsent) this.#load(plugin);
      else if (this.#values.areUnsent) this.#commit(this.#rack);
    }
  }

  take(event: Parameters<LostGuest['take']>[0]): void {
    const plugin = this.#loaded;
    if (plugin === undefined) return;
    if (event.event === 'refused') this.#refused(event.reason);
    else if (event.event === 'fault') this.#strike(plugin, event.kind, event.detail);
    else if (event.event === 'state-changed') this.#state.changed();
    else if (event.event === 'changed') this.#values.adopt(event, plugin);
    else this.#readings.take(event, plugin);
  }

  lost(blame: Parameters<LostGuest['lost']>[0], how: string, retryMs: number): void {
    const plugin = this.#loaded;
    this.#rack = undefined;
    this.#gone();
    if (blame && plugin) this.#strike(plugin, blame.kind, blame.detail);
    else this.#wait(retryMs, `its rack ended: ${how}`);
  }

  close(): void {
    this.#stopWaiting?.();
    if (this.#rack && this.#loaded?.hasState) this.#state.save();
    this.#state.close();
  }

  #choose(uri: string): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#refusals = 0;
    if (uri !== this.#uri) this.#state.choose();
    this.#uri = uri;
    this.#plugin = undefined;
    this.#unknown = '';
    try {
      if (uri !== '') this.#plugin = this.#parts.files.describe(uri);
    } catch (error) {
      this.#unknown = (error as Error).message;
    }
    this.#values.choose(this.#plugin);
    this.#parts.table.set(`${this.address.path}/values`, uriField, uri);
    this.#readings.choose(this.#plugin);
  }

  /** No plugin is to run here. */
  #rest(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#leave();
    if (this.#uri === '') this.#readings.say('none', '');
    else if (this.#plugin === undefined) this.#readings.say('missing', this.#unknown);
    else this.#readings.say('quarantined', this.#parts.strikes.records.get(this.#plugin.id)?.lastFault ?? '');
  }

  #load(plugin: PluginDescription): void {
    const isLeap = this.#rack !== undefined;
    // The present state of the same plugin would be written over the one that is wanted.
    if (isLeap && this.#loaded !== plugin) this.#release();
    const rack = this.#rack ?? this.#parts.racks.enter(this);
    this.#rack = rack;
    this.#loaded = plugin;
    this.#readings.say('loading', '');
    const stateFile = this.#state.enter(rack, plugin);
    const answered = this.#ask(rack);
    rack.ask('load', this.name, [plugin.format, plugin.uri, plugin.bundle, stateFile], answered.refused);
    if (isBelieved(plugin)) rack.tell('believe', this.name);
    this.#values.send(rack, 'all');
    rack.ask('commit', this.name, [isLeap ? 'leap' : 'direct'], answered.done);
  }

  #commit(rack: Rack): void {
    const answered = this.#ask(rack);
    const isLeap = this.#values.send(rack, 'unsent');
    rack.ask('commit', this.name, [isLeap ? 'leap' : 'direct'], answered.set);
  }

  #ask(rack: Rack) {
    const question = ++this.#question;
    this.#isAsking = true;
    const isCurrent = () => this.#question === question && this.#rack === rack;
    return {
      /** For `load`: its success is that of `commit`. */
      refused: (answer: Answer) => {
        if (isCurrent() && answer.event === 'refused') this.#refused(answer.reason);
      },
      done: (answer: Answer) => {
        if (!isCurrent()) return;
        if (answer.event === 'refused') this.#refused(answer.reason);
        else if (answer.event === 'done') this.#done(rack, answer);
      },
      /** The plugin plays on, whatever it thinks of a value. */
      set: (answer: Answer) => {
        if (!isCurrent()) return;
        if (answer.event === 'done') this.#done(rack, answer);
        else if (answer.event === 'refused') this.#notSet(answer.reason);
      },
    };
  }

  #done(rack: Rack, answer: Extract<RackEvent, { event: 'done' }>): void {
    const isNew = this.#readings.state !== 'running';
    this.#isAsking = false;
    this.#refusals = 0;
    this.#values.confirm();
    this.#readings.done(answer);
    this.#readings.say('running', '');
    this.#state.loaded();
    if (isNew && (this.#loaded?.readings.length ?? 0) > 0) rack.tell('readings', this.name, 1);
    this.reconsider();
  }

  #notSet(reason: string): void {
    this.#isAsking = false;
    this.#parts.log('warn', `${this.#plugin?.name} in ${this.address.words}: ${reason}`);
    this.reconsider();
  }

  /** The plugin can't be made, which is no misbehaviour: it is tried again more and more seldom. */
  #refused(reason: string): void {
    const retryMs = Math.min(longestRetryMs, 1000 * 2 ** this.#refusals);
    this.#refusals++;
    if (reason.startsWith('its state')) this.#state.failed(reason);
    this.#leave(false);
    this.#wait(retryMs, reason);
  }

  #strike(plugin: PluginDescription, kind: string, detail: string): void {
    this.#leave(false);
    const { racks, strikes } = this.#parts;
    const words = detail === '' ? kind : `${kind}: ${detail}`;
    racks.separate(plugin.uri);
    const retryMs = strikes.add(plugin.id, this.name, words);
    if (retryMs !== undefined && plugin === this.#plugin) this.#wait(retryMs, words);
    this.#parts.struck(plugin);
    this.reconsider();
  }

  #wait(ms: number, reason: string): void {
    this.#readings.say(this.#plugin ? 'set-aside' : this.#readings.state, reason);
    this.#stopWaiting?.();
    this.#stopWaiting = this.#parts.timers.after(ms, () => {
      this.#stopWaiting = undefined;
      this.reconsider();
    });
  }

  /** Leaves the rack. `inOrder`: the state of the plugin is fit to be kept. */
  #leave(inOrder = true): void {
    const rack = this.#rack;
    if (rack === undefined) return;
    if (inOrder) this.#release();
    rack.ask('unload', this.name, [], () => {});
    this.#parts.racks.leave(rack, this);
    this.#rack = undefined;
    this.#gone();
  }

  #release(): void {
    const plugin = this.#loaded;
    if (plugin?.hasState) this.#state.save();
    if (plugin && plugin !== this.#plugin) this.#state.leave(plugin);
  }

  #gone(): void {
    this.#loaded = undefined;
    this.#question++;
    this.#isAsking = false;
    this.#state.close();
    this.#values.unconfirm();
    this.#readings.gone();
  }
}
