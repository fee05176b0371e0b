// What strips have, on the X32 and on the XR18.
import type { LawName } from './law-names.ts';
import { type Leaf, type NodeLines, node } from './lines.ts';

const processors = '{strip}/chain/processors';

export const naming = (icon: string, colour: string): readonly Leaf[] => [
  ['name', 'name', '', '{strip}/name'],
  ['icon', 'icon', icon],
  ['color', 'colour', colour, '{strip}/colour', 'colour'],
];

export const gate = (base: string, mode: LawName): readonly NodeLines[] => [
  node(
    `${base}/gate`,
    ['on', 'switch', 'OFF', `${processors}/gate/enabled`],
    ['mode', mode, 'GATE'],
    ['thr', 'gateThreshold', '-80.0', `${processors}/gate/values/thresholdDb`],
    ['range', 'gateRange', '60.0', `${processors}/gate/values/rangeDb`],
    ['attack', 'attack', '1', `${processors}/gate/values/attackMs`],
    ['hold', 'hold', '502', `${processors}/gate/values/holdMs`],
    ['release', 'release', '983', `${processors}/gate/values/releaseMs`],
    ['keysrc', 'source', '0', `${processors}/gate/key/source`, 'keySource'],
  ),
  keyFilter(base, 'gate'),
];

const keyFilter = (base: string, of: 'gate' | 'dyn'): NodeLines => {
  const key = `${processors}/${of === 'gate' ? 'gate' : 'comp'}/key`;
  return node(
    `${base}/${of}/filter`,
    ['on', 'switch', 'OFF', `${key}/filterEnabled`],
    ['type', 'keyFilter', '3.0', `${key}/filterType`, 'keyFilter'],
    ['f', 'frequency', '990.9', `${key}/frequencyHz`],
  );
};

export const dynamics = (base: string, hasKey = true): readonly NodeLines[] => {
  const values = `${processors}/comp/values`;
  const key: readonly Leaf[] = hasKey ? [['keysrc', 'source', '0', `${processors}/comp/key/source`, 'keySource']] : [];
  return [
    node(
      `${base}/dyn`,
      ['on', 'switch', 'OFF', `${processors}/comp/enabled`],
      ['mode', 'dynMode', 'COMP'],
      ['det', 'detector', 'RMS', `${values}/detector`, 'detector'],
      ['env', 'envelope', 'LOG'],
      ['thr', 'threshold', '0.0', `${values}/thresholdDb`],
      ['ratio', 'ratio', '3.0', `${values}/ratio`, 'ratio'],
      ['knee', 'knee', '1', `${values}/kneeDb`],
      ['mgain', 'makeup', '0.00', `${values}/makeupDb`],
      ['attack', 'attack', '10', `${values}/attackMs`],
      ['hold', 'hold', '10.0', `${values}/holdMs`],
      ['release', 'release', '151', `${values}/releaseMs`],
      ['pos', 'position', 'POST'],
      key,
      ['mix', 'percent', '100', `${values}/mixPercent`],
      ['auto', 'switch', 'OFF'],
    ),
    keyFilter(base, 'dyn'),
  ];
};

export const equaliser = (base: string, band: string, law: LawName): readonly NodeLines[] => [
  node(`${base}/eq`, ['on', 'switch', 'OFF', `${processors}/eq/enabled`]),
  node(
    `${base}/eq/{${band}}`,
    ['type', law, 'PEQ', `{strip}/eq/bands/{${band}}/type`, 'bandType'],
    ['f', 'frequency', '990.9', `{strip}/eq/bands/{${band}}/frequencyHz`],
    ['g', 'eqGain', '+0.00', `{strip}/eq/bands/{${band}}/gainDb`],
    ['q', 'q', '2.0', `{strip}/eq/bands/{${band}}/q`],
  ),
];

export const insert = (base: string): NodeLines =>
  node(
    `${base}/insert`,
    ['on', 'switch', 'OFF', `${processors}/insert1/enabled`],
    ['pos', 'position', 'POST'],
    ['sel', 'insert', 'OFF'],
  );

export const on: Leaf = ['on', 'switch', 'ON', '{strip}/muted', 'not'];
export const fader: Leaf = ['fader', 'fader', '-oo', '{strip}/levelDb', 'level'];
export const pan: Leaf = ['pan', 'pan', '+0', '{strip}/pan'];

/** To main L/R, and to the second main. */
export const mains: readonly Leaf[] = [
  on,
  fader,
  ['st', 'switch', 'ON', '{strip}/mainAssigned'],
  pan,
  ['mono', 'switch', 'OFF', '{strip}/sends/main/2/on'],
  ['mlevel', 'level', '-oo', '{strip}/sends/main/2/levelDb', 'level'],
];

/** Sends to buses or matrices; the tap of an odd one is that of the even one behind it too. */
export const sends = (base: string, odd: string, even: string, tap: LawName): readonly NodeLines[] => [
  node(
    `${base}/mix/{${odd}}`,
    ['on', 'switch', 'ON', '{send}/on'],
    ['level', 'level', '-oo', '{send}/levelDb', 'level'],
    ['pan', 'pan', '+0', '{send}/pan'],
    ['type', tap, 'POST', '{send}/tapPoint', 'tapOfPair'],
    ['panFollow', 'linked', '0'],
  ),
  node(
    `${base}/mix/{${even}}`,
    ['on', 'switch', 'ON', '{send}/on'],
    ['level', 'level', '-oo', '{send}/levelDb', 'level'],
  ),
];

export const groups = (base: string, dcas: LawName = 'dcas', muteGroups: LawName = 'muteGroups'): NodeLines =>
  node(
    `${base}/grp`,
    ['dca', dcas, '0', '{strip}/dcas', 'members'],
    ['mute', muteGroups, '0', '{strip}/muteGroups', 'members'],
  );
