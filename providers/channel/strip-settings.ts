// What of a strip is desired state; rows.md, Strips. Which kinds of strips have what, and the ranges, the mixer says.
import { type FieldsOf, Type } from 'rowdesk/provider';
import { type Layout, MixerRow, type StripKind, type StripRef, stripKinds } from '../console/index.ts';
import { partnerOf } from './kinds.ts';

type Drivers = ConstructorParameters<typeof MixerRow>[0];

const sourceId = { pattern: '^([A-Za-z0-9][A-Za-z0-9._~:-]{0,191})?$', default: '' };

export const panTitle = 'From left to right; the balance of what has two legs';

/** A list of indices; their order says nothing, and a target may give them in another. */
const indices = (count: number, title: string) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: Math.max(1, count) }), {
    maxItems: count,
    uniqueItems: true,
    unordered: true,
    default: [],
    title,
  });

export const colourSchema = Type.String({
  pattern: '^(off|red|green|yellow|blue|magenta|cyan|white|orange|purple|#[0-9a-fA-F]{6})$',
  default: 'off',
  title: 'A colour by name, or #rrggbb',
});

const schemasOf = (layout: Layout, mixer: MixerRow) => ({
  name: Type.String({ maxLength: 64, default: '' }),
  colour: colourSchema,
  levelDb: mixer.number('levelDb', { title: 'Fader; -144 is silence' }),
  muted: mixer.boolean('muted'),
  pan: mixer.number('pan', { title: panTitle }),
  soloed: mixer.boolean('soloed', { title: 'Heard in the cue; not kept' }),
  trimDb: mixer.number('trimDb'),
  polarityInverted: mixer.boolean('polarityInverted'),
  stereoLink: mixer.boolean('stereoLink', {
    title: 'One of a stereo pair, odd left, even right: all but name, source, preamp, trim and polarity is shared',
  }),
  mainAssigned: mixer.boolean('mainAssigned', { title: 'Heard in main/1 by fader and pan' }),
  dcas: indices(layout.counts.dca, 'The DCAs that move it'),
  muteGroups: indices(layout.counts.muteGroup, 'The mute groups that mute it'),
  sourceId: Type.String({ ...sourceId, title: 'The port it hears, device:port; empty for none' }),
  spareSourceId: Type.String({ ...sourceId, title: 'The port it hears while the spare is selected' }),
  sourceSelected: mixer.choice<'main' | 'spare'>('sourceSelected'),
  owner: mixer.strip('owner', layout, 'Whom the sum leaves out'),
  base: mixer.strip('base', layout, 'The bus whose sum is rebuilt without the owner'),
  aligned: mixer.boolean('aligned', {
    title:
      'Its paths wait for the longest one, as those into a main do; a wedge rather is early. Of an fxSend what is dry waits for its effect, too',
  }),
});
export type StripSchemas = ReturnType<typeof schemasOf>;
export type StripSetting = keyof StripSchemas;

/** The area of each setting in scenes and clipboards; a momentary one has none. */
export const areas = {
  name: 'name',
  colour: 'name',
  levelDb: 'fader',
  muted: 'mute',
  pan: 'pan',
  trimDb: 'trim',
  polarityInverted: 'trim',
  stereoLink: 'link',
  mainAssigned: 'routing',
  aligned: 'routing',
  owner: 'routing',
  base: 'routing',
  dcas: 'groups',
  muteGroups: 'groups',
  sourceId: 'patch',
  spareSourceId: 'patch',
  sourceSelected: 'patch',
} as const satisfies Partial<Record<StripSetting, string>>;

/** In the titles of commits, where the name of a setting does not read well. */
export const labels = {
  dcas: 'DCAs',
  mainAssigned: 'to main',
  muted: 'mute',
  polarityInverted: 'polarity',
  soloed: 'solo',
  sourceId: 'source',
  sourceSelected: 'main or spare source',
  spareSourceId: 'spare source',
} as const satisfies Partial<Record<StripSetting, string>>;

/** Settings that each strip of a pair has for itself. */
export const notShared: readonly string[] = [
  'name',
  'sourceId',
  'spareSourceId',
  'sourceSelected',
  'trimDb',
  'polarityInverted',
  'stereoLink',
] satisfies StripSetting[];

/** Settings that are no mixer's. */
const ofDesk: readonly string[] = ['name', 'colour'] satisfies StripSetting[];

export class StripSettings {
  readonly schemas: StripSchemas;
  /** All settings, in the order in which rows show them. */
  readonly all: readonly StripSetting[];
  /** Those that the mixer takes. */
  readonly ofMixer: readonly StripSetting[];
  /** At both ends of a pan. */
  readonly hardPan: number | undefined;
  readonly #layout: Layout;
  readonly #byKind: Readonly<Record<StripKind, readonly StripSetting[]>>;
  readonly #defaults: Readonly<Record<StripKind, Partial<FieldsOf<StripSchemas>>>>;

  constructor(layout: Layout, drivers: Drivers) {
    const mixer = new MixerRow(drivers, '/channel/{kind}/{index}');
    this.#layout = layout;
    this.schemas = schemasOf(layout, mixer);
    this.hardPan = mixer.range('pan').maximum;
    this.all = Object.keys(this.schemas) as StripSetting[];
    this.ofMixer = this.all.filter((setting) => !ofDesk.includes(setting));
    this.#byKind = ofKinds((kind) =>
      this.all.filter((setting) => ofDesk.includes(setting) || mixer.isOn(kind, setting)),
    );
    this.#defaults = ofKinds((kind) => ({
      levelDb: mixer.defaultOn(kind, 'levelDb', 0),
      mainAssigned: mixer.defaultOn(kind, 'mainAssigned', false),
    }));
  }

  /** Settings of strips of this kind. */
  of(kind: StripKind): readonly StripSetting[] {
    return this.#byKind[kind];
  }

  /** The settings of one strip: a last odd one has nobody to be linked to. */
  at(ref: StripRef): readonly StripSetting[] {
    const settings = this.of(ref.kind);
    return partnerOf(ref, this.#layout) === undefined ? settings.filter((each) => each !== 'stereoLink') : settings;
  }

  /** The defaults that differ by kind: the same object for all strips of a kind, so that their contracts are made once. */
  defaults(kind: StripKind): Partial<FieldsOf<StripSchemas>> {
    return this.#defaults[kind];
  }
}

const ofKinds = <T>(made: (kind: StripKind) => T) =>
  Object.fromEntries(stripKinds.map((kind) => [kind, made(kind)])) as Readonly<Record<StripKind, T>>;
