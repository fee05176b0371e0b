import { Type } from 'rowdesk/provider';
import { inputGroup } from './model.ts';
import { mostListed, recordingName as name } from './recordings.ts';

/** Ids come from outside, where they may hold colons. */
export const deviceId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' });
export const socket = Type.Integer({ minimum: 1, maximum: 256 });

export const label = Type.String({ maxLength: 64, default: '' });

/** Of every socket. */
export const patched = {
  patchedTo: Type.String({ title: 'What is patched here, in words; empty for nothing' }),
};

/** Of an input. */
export const heard = {
  sourceId: Type.String({ title: 'The port with its sound, as /source has it; empty for none' }),
};

/** Whether the device has what the desk wants. */
export const agreement = {
  confirmed: Type.Boolean({ title: 'The device reports every field as it is wanted' }),
  pending: Type.Boolean({ title: 'A field is not yet at the device' }),
};

/** A box may be two devices: one with its sound, one with its preamps. */
const halves = {
  audio: Type.String({ title: 'The device or node with its sound; empty for an unknown one' }),
  control: Type.String({ title: 'The device with its preamps; empty where none is known' }),
  missing: Type.Enum(['', 'audio', 'control'], { title: 'The half that is not there' }),
  reason: Type.String({ title: 'Why that half is missing' }),
};

export const boxes = {
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      model: Type.String(),
      transport: Type.String(),
      driver: Type.String(),
      present: Type.Boolean(),
      ...halves,
      inputCount: Type.Integer({ title: 'Sockets for inputs' }),
      outputCount: Type.Integer({ title: 'Sockets for outputs' }),
    }),
  ),
};

/** Of a box, and of the device that is its half with the sound. */
const ofEach = {
  label,
  enabled: Type.Boolean({ default: true, title: 'A box that is not enabled is silent both ways' }),
  present: Type.Boolean({ title: 'A driver has it open' }),
  model: Type.String(),
  transport: Type.String(),
};
/** Which one of several it is, as far as its halves say. */
const identity = {
  serial: Type.String({ title: 'Its serial number; empty where it is unknown' }),
  address: Type.String({ title: 'The port on USB, or the address on a network; empty where it is unknown' }),
};
export const box = { ...ofEach, ...identity, ...halves, ...agreement };
export const half = {
  ...ofEach,
  partOf: Type.String({ title: 'The stagebox whose sound it has: names and enabled are set there' }),
  ...agreement,
};

/** A virtual box records its outputs, as it has nobody to play them to. */
export const recorder = {
  recordFile: Type.String({
    pattern: `^(${name})?$`,
    default: '',
    title: 'A WAV in the recordings folder; empty for none',
  }),
  recordOutputs: Type.Array(socket, {
    minItems: 1,
    maxItems: 64,
    uniqueItems: true,
    default: [1, 2],
    title: 'One channel each, in this order',
  }),
};
export const recorded = {
  recording: Type.Boolean({ title: 'A file is open and grows' }),
  recordingFile: Type.String({ title: 'The file that was written last; empty for none' }),
  recordedFrames: Type.Number({ unit: 'frames' }),
  recordingBegunMs: Type.Number({ unit: 'ms', title: 'Monotonic clock of the host at the first frame; 0 for none' }),
  lostFrames: Type.Number({ unit: 'frames', title: 'The disk was too slow for them' }),
  recordingFault: Type.String({ title: 'Why what is to be recorded is not, or no more; empty for no reason' }),
};

export const recordings = {
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      sizeBytes: Type.Integer({ unit: 'B' }),
      savedAt: Type.String({ title: 'When it was written last' }),
    }),
    { maxItems: mostListed, title: 'The newest first' },
  ),
  count: Type.Integer({ title: 'How many there are, listed or not' }),
  freeSpaceMb: Type.Integer({
    unit: 'MB',
    title: 'Free on their disk; recording ends with 5 % of it or 200 MB left, whichever is less',
  }),
};
export const deleteRecording = {
  id: Type.String({ pattern: `^(${name})?$`, default: '', title: 'The name of the file' }),
  confirm: Type.Boolean({ default: false, title: 'Else the report says what would go' }),
};

/** After phantom is switched on or off the sound of a socket is unfit for so long. */
export const phantomSettlesMs = 3000;

/** A box has these by itself: one that is new to the desk gives its values. */
export const keptByTarget = { keptByTarget: true } as const;

/** A model's controls as fields; the preamp's has the model's range. While one settles, its strips are muted (rows.md). */
export const inputControls = {
  phantom: Type.Boolean({ default: false, settlesMs: phantomSettlesMs, ...keptByTarget, title: '48 V' }),
  pad: Type.Boolean({ default: false, settlesMs: 200, ...keptByTarget, title: '-20 dB' }),
};

/** A virtual input makes its own signal. */
export const generator = {
  signal: Type.Enum(['silence', 'sine', 'pink', 'white', 'file'], { default: 'silence' }),
  frequencyHz: Type.Number({ minimum: 20, maximum: 20000, unit: 'Hz', default: 1000, title: 'Of the sine' }),
  levelDbfs: Type.Number({
    minimum: -144,
    maximum: 0,
    multipleOf: 0.1,
    unit: 'dBFS',
    default: -20,
    title: 'Peak of the sine, RMS of the noises (AES17); a file has its own',
  }),
  file: Type.String({
    pattern: `^(${name}(#[1-9][0-9]?)?)?$`,
    default: '',
    title: 'A WAV or a FLAC in the media folder, which loops; #2 is its second channel',
  }),
};

/** What its converter cut off, as a real one would without a word. */
export const converted = {
  clippedSamples: Type.Number({ unit: 'samples', title: 'Clipped at full scale since the box runs' }),
};

export const outputControls = {
  levelDb: Type.Number({ minimum: -144, maximum: 10, multipleOf: 0.1, unit: 'dB', default: 0, ...keptByTarget }),
  muted: Type.Boolean({ default: false, ...keptByTarget }),
};

/** Of a socket with controls. */
export const unset = {
  unset: Type.Array(Type.String(), {
    title: 'Fields that the device has as it pleases: it can not say them, and they were never set',
  }),
};

/** interface.md 2.11. */
export const models = {
  models: Type.Array(
    Type.Object({
      token: Type.String(),
      label: Type.String(),
      transport: Type.String(),
      outputCount: Type.Integer(),
      inputs: Type.Array(inputGroup),
      outputs: Type.Array(Type.Object({ connector: Type.String(), count: Type.Integer() })),
    }),
  ),
};
