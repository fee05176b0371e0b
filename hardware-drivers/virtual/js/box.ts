// The settings of one virtual stagebox: taken from the desk, checked, sent to the audio thread, and read back from it.
import type { DriverContext, Reading, Value } from 'rowdesk/driver';
import { Media } from './media.ts';
import type { VirtualModel } from './models.ts';
import type { AppliedSetup, Clip, Native, NativeStagebox } from './native.ts';
import { OutputRecording } from './recording.ts';
import {
  type BoxSettings,
  boxChecks,
  defaultBox,
  defaultInput,
  defaultOutput,
  type InputSettings,
  inputChecks,
  type OutputSettings,
  outputChecks,
} from './settings.ts';

type Check = (value: unknown) => string | undefined;
interface SettingsGroup {
  readonly settings: Record<string, unknown>;
  readonly checks: Readonly<Record<string, Check>>;
}

export class Box {
  readonly stagebox: NativeStagebox;
  readonly media: Media;
  readonly recording: OutputRecording;
  readonly #path: string;
  readonly #places = new Map<string, SettingsGroup>();
  readonly #inputs: InputSettings[];
  readonly #outputs: OutputSettings[];
  readonly #settings: BoxSettings = { ...defaultBox };
  readonly #context: DriverContext;
  readonly #id: string;
  /** Set by an offline device: this clip, whatever the signal. */
  readonly tapes = new Map<number, Clip>();
  #revision = 0;
  #warning = '';
  #rateHz: number | undefined;

  constructor(native: Native, model: VirtualModel, id: string, context: DriverContext) {
    this.#id = id;
    this.#path = `/stagebox/${id}`;
    this.#context = context;
    this.stagebox = new native.Stagebox(model.inputs, model.outputs);
    this.media = new Media(native, context.mediaFolder, () => this.send());
    this.recording = new OutputRecording(native, context.recordingsFolder, () => this.#warnOfRecording());
    this.#inputs = Array.from({ length: model.inputs }, () => ({ ...defaultInput }));
    this.#outputs = Array.from({ length: model.outputs }, () => ({ ...defaultOutput }));
    const add = (path: string, settings: object, checks: object) =>
      this.#places.set(path, { settings, checks } as unknown as SettingsGroup);
    add(this.#path, this.#settings, boxChecks(model.outputs));
    for (const [n, input] of this.#inputs.entries()) add(`${this.#path}/inputs/${n + 1}`, input, inputChecks);
    for (const [n, output] of this.#outputs.entries()) add(`${this.#path}/outputs/${n + 1}`, output, outputChecks);
  }

  /** The rate that runs; undefined once it stops. */
  set rateHz(rateHz: number | undefined) {
    this.#rateHz = rateHz;
    if (rateHz !== undefined) this.media.setRate(rateHz);
    else this.recording.end();
    this.send();
  }

  /** Answers what can't be applied, or not yet; the rest is echoed by `observe`. */
  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    const refused: Reading[] = [];
    const files = new Set<string>();
    let recordAgain = false;
    for (const { path, field, value } of values) {
      const place = this.#places.get(path);
      const check = place && Object.hasOwn(place.checks, field) ? place.checks[field] : undefined;
      const reason = check ? check(value) : 'the virtual stagebox has no such setting';
      if (reason !== undefined || !place) {
        refused.push({ path, field, value: place?.settings[field], state: 'refused', reason });
        continue;
      }
      place.settings[field] = value;
      if (field === 'file') files.add(value as string);
      if (field === 'recordFile') recordAgain = true;
    }
    this.#revision = revision;
    this.media.keep(new Set(this.#inputs.map(({ file }) => file)), files);
    this.send(recordAgain);
    const open = this.#openQuestions(this.stagebox.applied());
    const asked = values.flatMap(({ path, field }) => open.get(`${path}.${field}`) ?? []);
    return [...refused, ...asked];
  }

  /** Everything the audio thread has. */
  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    const applied = this.stagebox.applied();
    const open = this.#openQuestions(applied);
    const values: Reading[] = [];
    const add = (path: string, fields: object) => {
      for (const [field, value] of Object.entries(fields)) {
        values.push(open.get(`${path}.${field}`) ?? { path, field, value, state: 'applied' });
      }
    };
    const { recording } = applied;
    add(this.#path, {
      label: applied.label,
      enabled: applied.enabled,
      recordFile: recording?.ordered ?? '',
      recordOutputs: recording?.outputs ?? this.#settings.recordOutputs,
      recording: recording !== null && !recording.closed,
      recordingFile: recording?.file ?? '',
      recordedFrames: recording?.frames ?? 0,
      recordingBegunMs: recording?.begunMs ?? 0,
      lostFrames: recording?.lost ?? 0,
    });
    for (const [n, input] of applied.inputs.entries()) add(`${this.#path}/inputs/${n + 1}`, input);
    for (const [n, output] of applied.outputs.entries()) add(`${this.#path}/outputs/${n + 1}`, output);
    return { revision: applied.revision, values };
  }

  /** Hands everything to the audio thread as one block. */
  send(recordAgain = false): void {
    const { label, enabled, recordFile, recordOutputs } = this.#settings;
    const recorder = this.recording.follow(recordFile, recordOutputs, this.#rateHz, recordAgain);
    this.stagebox.send({
      revision: this.#revision,
      enabled,
      label,
      inputs: this.#inputs.map((input, n) => this.#withClip(input, n + 1)),
      outputs: this.#outputs,
      recorder,
    });
    this.#warnOfRecording();
  }

  #withClip(input: InputSettings, n: number): InputSettings & { clip: Clip | null } {
    const tape = this.tapes.get(n);
    if (tape) return { ...input, signal: 'file', clip: tape };
    const entry = input.file === '' ? undefined : this.media.ask(input.file);
    return { ...input, clip: entry?.state === 'ready' ? entry.clip : null };
  }

  /** Fields that are not (yet) as they were asked for, by `path.field`. */
  #openQuestions(applied: AppliedSetup): ReadonlyMap<string, Reading> {
    const open = new Map<string, Reading>();
    const add = (path: string, field: string, value: unknown, state: Reading['state'], reason: string) =>
      open.set(`${path}.${field}`, { path, field, value, state, reason });
    for (const [n, { file }] of this.#inputs.entries()) {
      const path = `${this.#path}/inputs/${n + 1}`;
      const entry = file === '' ? undefined : this.media.ask(file);
      if (entry?.state === 'refused') add(path, 'file', '', 'refused', entry.reason);
      if (entry?.state === 'ready' && applied.inputs[n]?.file !== file) {
        add(path, 'file', file, 'unverified', 'is about to be played');
      }
      if (entry?.state === 'decoding') add(path, 'file', file, 'unverified', 'is being decoded');
      if (entry?.state === 'waiting') add(path, 'file', file, 'unverified', 'is decoded when the clock runs');
    }
    const { recordFile } = this.#settings;
    const { fault } = this.recording;
    if (recordFile !== '' && fault !== '') add(this.#path, 'recordFile', '', 'refused', fault);
    else if (recordFile !== '' && this.#rateHz === undefined) {
      add(this.#path, 'recordFile', recordFile, 'unverified', 'is recorded when the clock runs');
    }
    return open;
  }

  #warnOfRecording(): void {
    const { fault, lostFrames } = this.recording;
    const lost = lostFrames > 0 ? `${lostFrames} frames were lost: the disk was too slow` : '';
    const text = fault || lost;
    if (text !== this.#warning) this.#context.warn(`recording:${this.#id}`, text);
    this.#warning = text;
  }
}
