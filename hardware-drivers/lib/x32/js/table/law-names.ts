// The laws of the table by their names.
import { bitmap, enumeration, type Law, level, linear, logarithmic, whole, words } from '../laws.ts';

const numbered = (name: string, count: number, digits = 1) =>
  Array.from({ length: count }, (_, n) => `${name}${String(n + 1).padStart(digits, '0')}`);
const legs = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => [`${name}${n + 1}L`, `${name}${n + 1}R`]).flat();

export const colours = ['OFF', 'RD', 'GN', 'YE', 'BL', 'MG', 'CY', 'WH'];
export const bandTypes = ['LCut', 'LShv', 'PEQ', 'VEQ', 'HShv', 'HCut'];
const crossovers = ['BU6', 'BU12', 'BS12', 'LR12', 'BU18', 'BU24', 'BS24', 'LR24'];
export const ratios = [1.1, 1.3, 1.5, 2, 2.5, 3, 4, 5, 7, 10, 20, 100];
const ratioNames = ['1.1', '1.3', '1.5', '2.0', '2.5', '3.0', '4.0', '5.0', '7.0', '10', '20', '100'];
/** What a channel takes, or a key listens to: off, then inputs, aux, USB, returns, buses. */
export const inputSources = [
  ...['OFF', ...numbered('In', 32, 2), ...numbered('Aux ', 6), 'USB L', 'USB R'],
  ...[...legs('Fx ', 4), ...numbered('Bus ', 16, 2)],
];
const taps = ['IN/LC', '<-EQ', 'EQ->', 'PRE', 'POST'];
const effects = [
  ...[
    'HALL',
    'AMBI',
    'RPLT',
    'ROOM',
    'CHAM',
    'PLAT',
    'VREV',
    'VRM',
    'GATE',
    'RVRS',
    'DLY',
    '3TAP',
    '4TAP',
    'CRS',
    'FLNG',
  ],
  ...['PHAS', 'DIMC', 'FILT', 'ROTA', 'PAN', 'SUB', 'D/RV', 'CR/R', 'FL/R', 'D/CR', 'D/FL', 'MODD'],
];
const inserts = [
  ...[
    'GEQ2',
    'GEQ',
    'TEQ2',
    'TEQ',
    'DES2',
    'DES',
    'P1A',
    'P1A2',
    'PQ5',
    'PQ5S',
    'WAVD',
    'LIM',
    'CMB',
    'CMB2',
    'FAC',
    'FAC1M',
  ],
  ...[
    'FAC2',
    'LEC',
    'LEC2',
    'ULC',
    'ULC2',
    'ENH2',
    'ENH',
    'EXC2',
    'EXC',
    'IMG',
    'EDI',
    'SON',
    'AMP2',
    'AMP',
    'DRV2',
    'DRV',
  ],
];
const lateInserts = [...inserts.filter((name) => !name.startsWith('CMB')), 'PHAS', 'FILT', 'PAN', 'SUB'];
const blocks = (name: string, last: number, size = 8) =>
  Array.from({ length: last / size }, (_, n) => `${name}${n * size + 1}-${(n + 1) * size}`);
const sourceBlocks = [
  ...blocks('AN', 32),
  ...blocks('A', 48),
  ...blocks('B', 48),
  ...blocks('CARD', 32),
  ...blocks('UIN', 32),
];
const auxBlocks = ['AN', 'A', 'B', 'CARD', 'UIN'].flatMap((name) => ['1-2', '1-4', '1-6'].map((span) => name + span));
const ownBlocks = [
  ...blocks('OUT', 16),
  ...blocks('P16', 16),
  'AUX/CR',
  'AUX/TB',
  ...blocks('UOUT', 48),
  ...blocks('UIN', 32),
];
const sentBlocks = [...sourceBlocks.slice(0, 20), ...ownBlocks];
/** The first or the second four of each block of eight. */
const half = (second: boolean) =>
  sentBlocks.map((block) => {
    const [, name = block, first] = /^(.*?)(\d+)-\d+$/.exec(block.replace('P16', 'P16:')) ?? [];
    const from = Number(first) + (second ? 4 : 0);
    return first === undefined ? block : `${name.replace(':', '')}${from}-${from + 3}`;
  });
const hertz = { decimals: 1, unit: 'Hz', hasKilo: true } as const;

export const laws = {
  fader: level(1023),
  level: level(160),
  switch: enumeration(['OFF', 'ON']),
  name: words(12),
  text: words(64),
  icon: whole(1, 74),
  colour: enumeration([...colours, ...colours.map((name) => `${name}i`)]),
  source: enumeration(inputSources, 'numbers'),
  pan: linear(-100, 100, 2, { hasPlus: true }),
  trim: linear(-18, 18, 0.25, { decimals: 1, hasPlus: true, unit: 'dB' }),
  gain: linear(-12, 60, 0.5, { decimals: 1, hasPlus: true, unit: 'dB' }),
  hpf: logarithmic(20, 400, 100, { unit: 'Hz' }),
  slope: enumeration(['12', '18', '24']),
  frequency: logarithmic(20, 20_000, 200, hertz),
  oscillator: logarithmic(20, 20_000, 120, hertz),
  eqGain: linear(-15, 15, 0.25, { decimals: 2, figures: 3, hasPlus: true, unit: 'dB' }),
  q: logarithmic(10, 0.3, 71, { decimals: 1, figures: 2 }),
  bandType: enumeration(bandTypes),
  outputBandType: enumeration([...bandTypes, ...crossovers]),
  gateMode: enumeration(['EXP2', 'EXP3', 'EXP4', 'GATE', 'DUCK']),
  gateThreshold: linear(-80, 0, 0.5, { decimals: 1, unit: 'dB' }),
  gateRange: linear(3, 60, 1, { decimals: 1, unit: 'dB' }),
  attack: linear(0, 120, 1, { unit: 'ms' }),
  hold: logarithmic(0.02, 2000, 100, { decimals: 2, figures: 3, unit: 'ms' }),
  release: logarithmic(5, 4000, 100, { unit: 'ms' }),
  keyFilter: enumeration(['LC6', 'LC12', 'HC6', 'HC12', '1.0', '2.0', '3.0', '5.0', '10.0']),
  dynMode: enumeration(['COMP', 'EXP']),
  detector: enumeration(['PEAK', 'RMS']),
  envelope: enumeration(['LIN', 'LOG']),
  threshold: linear(-60, 0, 0.5, { decimals: 1, unit: 'dB' }),
  ratio: enumeration(ratioNames),
  knee: linear(0, 5, 1, { unit: 'dB' }),
  makeup: linear(0, 24, 0.5, { decimals: 2, figures: 3, unit: 'dB' }),
  percent: linear(0, 100, 5, { unit: '%' }),
  position: enumeration(['PRE', 'POST']),
  delay: linear(0.3, 500, 0.1, { decimals: 1, unit: 'ms' }),
  insert: enumeration(['OFF', ...legs('FX', 8), ...numbered('AUX', 6)]),
  sendTap: enumeration([...taps, 'GRP']),
  busTap: enumeration(taps),
  dcas: bitmap(8),
  dcas4: bitmap(4),
  muteGroups: bitmap(6),
  muteGroups4: bitmap(4),
  automixGroup: enumeration(['OFF', 'X', 'Y']),
  weight: linear(-12, 12, 0.5, { decimals: 1, hasPlus: true, unit: 'dB' }),
  effect: enumeration([...effects, ...inserts, 'PIT2', 'PIT']),
  lateEffect: enumeration(lateInserts),
  effectSource: enumeration(['INS', ...numbered('MIX', 16), 'M/C']),
  parameter: linear(0, 1, 0.01, { decimals: 2 }),
  outputSource: whole(0, 76),
  outputTap: enumeration([...taps.slice(0, 4).flatMap((tap) => [tap, `${tap}+M`]), 'POST']),
  iqGroup: enumeration(['OFF', 'A', 'B']),
  iqSpeaker: enumeration(['none', 'iQ8', 'iQ10', 'iQ12', 'iQ15', 'iQ15B', 'iQ18B']),
  iqEq: enumeration(['Linear', 'Live', 'Speech', 'Playback', 'User']),
  small: whole(0, 12),
  socket: whole(0, 208),
  index: whole(-1, 999),
  large: whole(0, 2 ** 31 - 1),
  broadcast: whole(0, 0),
  scope: bitmap(4),
  aes: enumeration(['AESA', 'AESB']),
  linked: whole(0, 1),
  monoMode: enumeration(['LR+M', 'LCR']),
  cueSource: enumeration(['OFF', 'LR', 'LR+C', 'LRPFL', 'LRAFL', 'AUX56', 'AUX78']),
  halfTrim: linear(-18, 18, 0.5, { decimals: 1, unit: 'dB' }),
  cueMode: enumeration(['PFL', 'AFL']),
  dim: linear(-40, 0, 1, { unit: 'dB' }),
  talkSource: enumeration(['INT', 'EXT']),
  talkTargets: bitmap(18),
  oscillatorTone: enumeration(['F1', 'F2']),
  oscillatorType: enumeration(['SINE', 'PINK', 'WHITE']),
  oscillatorTarget: whole(0, 25),
  recordRoute: enumeration(['REC', 'PLAY']),
  inputBlock: enumeration(sourceBlocks),
  auxBlock: enumeration(['AUX1-4', ...auxBlocks]),
  sentBlock: enumeration(sentBlocks),
  firstHalf: enumeration(half(false)),
  secondHalf: enumeration(half(true)),
  tapeGain: linear(-6, 24, 0.5, { decimals: 1, unit: 'dB' }),
  transport: enumeration(['STOP', 'PAUSE', 'PLAY', 'PAUSE_REC', 'RECORD', 'FF', 'REW'], 'numbers'),
  show: enumeration(['CUES', 'SCENES', 'SNIPPETS'], 'numbers'),
  beat: linear(1, 3000, 1, { unit: 'ms' }),
  eqMode: enumeration(['PEQ', 'GEQ', 'TEQ']),
  airTap: enumeration(['IN', 'PREEQ', 'POSTEQ', 'PRE', 'POST', 'GRP']),
  airKey: whole(0, 22),
  thirdGain: linear(-15, 15, 0.5, { decimals: 1, hasPlus: true, unit: 'dB' }),
} as const satisfies Readonly<Record<string, Law>>;

export type LawName = keyof typeof laws;
