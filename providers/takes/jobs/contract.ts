import { Type } from 'rowdesk/provider';
import { mostTracks } from '../contract.ts';

const fileFormat = Type.Enum(['wav', 'flac'], { default: 'wav', title: 'A wav beyond 4 GiB is an RF64' });
const bitDepth = Type.Integer({
  ...{ enum: [0, 16, 24, 32], minimum: 0, maximum: 32, unit: 'bit', default: 0 },
  title: '0: as the take was recorded; 16 and 24: whole numbers with TPDF dither; 32: float, not in flac',
});

export const exportFields = {
  tracks: Type.Array(Type.Integer({ minimum: 1, maximum: mostTracks }), {
    ...{ uniqueItems: true, maxItems: mostTracks, default: [] },
    title: 'Their numbers; empty: all of them',
  }),
  fileFormat,
  bitDepth,
  rate: Type.Integer({
    enum: [0, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000],
    ...{ minimum: 0, maximum: 192_000, unit: 'Hz', default: 0 },
    title: '0: as the take was recorded',
  }),
  fileTemplate: Type.String({
    ...{
      minLength: 1,
      maxLength: 96,
      default: '{n} {name}',
      pattern: '^([^{}/\\u0000-\\u001f]|\\{(n|name|take)\\})*$',
    },
    title: 'How files are called: {n} the number of the track, {name} its name, {take} the name of the take',
  }),
  markers: Type.Enum(['labels', 'none'], {
    default: 'labels',
    title: 'labels: in the files, and in labels.txt, as Audacity imports it, where the take has markers; none: nowhere',
  }),
};
export type ExportFields = Partial<{
  readonly tracks: readonly number[];
  readonly fileFormat: 'wav' | 'flac';
  readonly bitDepth: number;
  readonly rate: number;
  readonly fileTemplate: string;
  readonly markers: 'labels' | 'none';
}>;

/** 256 strips have no more outputs than this that a person asks for. */
const mostOutputs = 64;

export const renderFields = {
  settings: Type.Enum(['now', 'then', 'moves'], {
    default: 'now',
    title:
      'now: those of the desk; then: those of the moment when the take began; moves: these, and every later change',
  }),
  outputs: Type.Array(
    Type.Object(
      {
        kind: Type.String({ minLength: 1, maxLength: 16 }),
        index: Type.Integer({ minimum: 1, maximum: 256 }),
        file: Type.Optional(Type.String({ minLength: 1, maxLength: 96, pattern: '^[^/\\u0000-\\u001f]+$' })),
      },
      { additionalProperties: false },
    ),
    {
      maxItems: mostOutputs,
      default: [],
      title: 'Strips or buses, and what the file of each is called; empty: main 1',
    },
  ),
  fileFormat,
  bitDepth,
  tailS: Type.Number({
    ...{ minimum: 0, maximum: 60, unit: 's', default: 0 },
    title: 'What sounds on after the last frame of the take, as a reverb does',
  }),
};
export type RenderFields = Partial<{
  readonly settings: 'now' | 'then' | 'moves';
  readonly outputs: readonly { readonly kind: string; readonly index: number; readonly file?: string }[];
  readonly fileFormat: 'wav' | 'flac';
  readonly bitDepth: number;
  readonly tailS: number;
}>;
