// What strips of each kind are; rows.md, "How the desk sounds".
import { type StripKind, stripKinds } from '../console/index.ts';
import type { StripSetting } from './contract.ts';

interface Kind {
  /** 0: it moves others and has no sound of its own. */
  readonly legs: 0 | 1 | 2;
  /** A port of a device may feed it. */
  readonly hasSource: boolean;
  /** Odd and even make a stereo pair. */
  readonly links: boolean;
  /** `mainAssigned` when nobody has said otherwise; undefined where it has no way into main/1. */
  readonly startsInMain: boolean | undefined;
  readonly hasInserts: boolean;
  /** dB */
  readonly restingLevelDb: number;
  /** Kinds of buses that it sends to; main/1 is no send, it is `mainAssigned`. */
  readonly sendsTo: readonly StripKind[];
}

const bus = { hasSource: false, startsInMain: undefined, restingLevelDb: 0, sendsTo: [] } as const;
const source = { hasSource: true, startsInMain: true, hasInserts: true, restingLevelDb: -144 } as const;

const kinds: Readonly<Record<StripKind, Kind>> = {
  input: { ...source, legs: 1, links: true, sendsTo: ['mix', 'main', 'fxSend'] },
  fxReturn: { ...source, legs: 2, links: false, sendsTo: ['mix', 'main'] },
  aux: { ...source, legs: 2, links: false, sendsTo: ['mix', 'main', 'fxSend'] },
  mix: { ...bus, legs: 1, links: true, startsInMain: false, hasInserts: true, sendsTo: ['matrix', 'main'] },
  matrix: { ...bus, legs: 1, links: true, hasInserts: true },
  cue: { ...bus, legs: 2, links: false, hasInserts: false, restingLevelDb: -20 },
  main: { ...bus, legs: 2, links: false, hasInserts: true, restingLevelDb: -144, sendsTo: ['matrix'] },
  fxSend: { ...bus, legs: 1, links: true, hasInserts: false },
  dca: { ...bus, legs: 0, links: false, hasInserts: false },
  muteGroup: { ...bus, legs: 0, links: false, hasInserts: false },
  mixMinus: { ...bus, legs: 1, links: true, hasInserts: false },
};

export const describe = (kind: StripKind): Kind => kinds[kind];

/** A DCA and a mute group move others and have no sound of their own. */
export const carriesSound = (kind: StripKind): boolean => kinds[kind].legs > 0;

/** What DCAs and mute groups may move. */
const isGrouped = (kind: StripKind): boolean => carriesSound(kind) && kind !== 'cue';

const appliesTo: Readonly<Record<StripSetting, (kind: StripKind) => boolean>> = {
  name: () => true,
  colour: () => true,
  levelDb: (kind) => kind !== 'muteGroup',
  muted: () => true,
  pan: carriesSound,
  soloed: (kind) => isGrouped(kind) || kind === 'dca',
  trimDb: carriesSound,
  polarityInverted: carriesSound,
  stereoLink: (kind) => kinds[kind].links,
  mainAssigned: (kind) => kinds[kind].startsInMain !== undefined,
  dcas: isGrouped,
  muteGroups: isGrouped,
  sourceId: (kind) => kinds[kind].hasSource,
  spareSourceId: (kind) => kinds[kind].hasSource,
  sourceSelected: (kind) => kinds[kind].hasSource,
  owner: (kind) => kind === 'mixMinus',
  base: (kind) => kind === 'mixMinus',
};

/** All settings that strips have, in the order in which rows show them. */
export const allSettings = Object.keys(appliesTo) as readonly StripSetting[];

const settings = Object.fromEntries(
  stripKinds.map((kind) => [kind, allSettings.filter((setting) => appliesTo[setting](kind))]),
) as unknown as Readonly<Record<StripKind, readonly StripSetting[]>>;

/** Which of them a strip of this kind has. */
export const settingsOf = (kind: StripKind): readonly StripSetting[] => settings[kind];
