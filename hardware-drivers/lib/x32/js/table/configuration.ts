// `/config` of the X32: links, mute groups, the cue bus, talkback, oscillator, and what this desk does in other ways.
import type { LawName } from './law-names.ts';
import { alike, type Leaf, type NodeLines, node } from './lines.ts';

const pairs = (last: number) => Array.from({ length: last / 2 }, (_, n) => `${n * 2 + 1}-${n * 2 + 2}`);
const twoFigures = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => String(first + n).padStart(2, '0'));
const figures = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => String(first + n));
const eights = (last: number) => Array.from({ length: last / 8 }, (_, n) => `${n * 8 + 1}-${n * 8 + 8}`);

/** A pair is linked by its odd strip. */
const links = (kind: string, last: number): readonly Leaf[] =>
  pairs(last).map((pair) => [
    pair,
    'switch',
    'OFF',
    `{${kind}/${(pair.split('-')[0] as string).padStart(2, '0')}}/stereoLink`,
  ]);

const talk = (name: string, id: number): NodeLines =>
  node(
    `/config/talk/${name}`,
    ['level', 'level', '-oo', `/talkback/${id}/levelDb`, 'level'],
    ['dim', 'switch', 'OFF', `/talkback/${id}/dimBusesDb`, 'isDimmed'],
    ['latch', 'switch', 'OFF', `/talkback/${id}/mode`, 'latch'],
    ['destmap', 'talkTargets', '0', `/talkback/${id}/destinations`, 'talkTargets'],
  );

const blocks = (name: string, law: LawName, last: number) =>
  node(`/config/routing/${name}`, alike(eights(last), law, 'AN1-8'));
const layer = (name: string): readonly NodeLines[] => [
  node(`/config/userctrl/${name}`, ['color', 'colour', 'OFF']),
  node(`/config/userctrl/${name}/enc`, alike(figures(1, 4), 'text', '-')),
  node(`/config/userctrl/${name}/btn`, alike(figures(5, 12), 'text', '-')),
];

export const configuration: readonly NodeLines[] = [
  node('/config/chlink', links('/ch', 32)),
  node('/config/auxlink', alike(pairs(8), 'switch', 'OFF')),
  // Both legs of a return are one strip.
  node('/config/fxlink', alike(pairs(8), 'switch', 'ON')),
  node('/config/buslink', links('/bus', 16)),
  node('/config/mtxlink', links('/mtx', 6)),
  node(
    '/config/mute',
    figures(1, 6).map((n): Leaf => [n, 'switch', 'OFF', `/channel/muteGroup/${n}/muted`]),
  ),
  node('/config/linkcfg', alike(['hadly', 'eq', 'dyn', 'fdrmute'], 'switch', 'ON')),
  node('/config/mono', ['mode', 'monoMode', 'LR+M'], ['link', 'switch', 'OFF']),
  node(
    '/config/solo',
    ['level', 'level', '-oo', '/cue/levelDb', 'level'],
    ['source', 'cueSource', 'LRAFL'],
    ['sourcetrim', 'halfTrim', '0.0', '/cue/sourceTrimDb'],
    ['chmode', 'cueMode', 'PFL', '/cue/inputMode', 'cueMode'],
    ['busmode', 'cueMode', 'AFL', '/cue/busMode', 'cueMode'],
    ['dcamode', 'cueMode', 'AFL'],
    ['exclusive', 'switch', 'OFF', '/cue/exclusive'],
    ['followsel', 'switch', 'OFF'],
    ['followsolo', 'switch', 'OFF'],
    ['dimatt', 'dim', '-20', '/cue/dimDb'],
    ['dim', 'switch', 'OFF', '/cue/dim'],
    ['mono', 'switch', 'OFF', '/cue/mono'],
    ['delay', 'switch', 'OFF', '/cue/delayMs', 'isDelayed'],
    ['delaytime', 'delay', '0.3', '/cue/delayMs'],
    ['masterctrl', 'switch', 'OFF'],
    ['mute', 'switch', 'OFF', '/cue/muted'],
    ['dimpfl', 'switch', 'OFF'],
  ),
  node('/config/talk', ['enable', 'switch', 'ON'], ['source', 'talkSource', 'EXT']),
  talk('A', 1),
  talk('B', 2),
  node(
    '/config/osc',
    ['level', 'level', '-oo', '/console/oscillator/levelDb', 'level'],
    ['f1', 'oscillator', '1k00', '/console/oscillator/frequencyHz'],
    ['f2', 'oscillator', '1k00'],
    ['fsel', 'oscillatorTone', 'F1'],
    ['type', 'oscillatorType', 'SINE', '/console/oscillator/type', 'oscillatorType'],
    ['dest', 'oscillatorTarget', '0', '/console/oscillator/targets', 'oscillatorTarget'],
  ),
  node('/config/userrout/out', alike(twoFigures(1, 48), 'socket', '0')),
  node('/config/userrout/in', alike(twoFigures(1, 32), 'socket', '0')),
  node('/config/routing', ['routswitch', 'recordRoute', 'REC']),
  node('/config/routing/IN', alike(eights(32), 'inputBlock', 'AN1-8'), ['AUX', 'auxBlock', 'AUX1-4']),
  blocks('AES50A', 'sentBlock', 48),
  blocks('AES50B', 'sentBlock', 48),
  blocks('CARD', 'sentBlock', 32),
  node(
    '/config/routing/OUT',
    ['1-4', 'firstHalf', 'OUT1-4'],
    ['5-8', 'secondHalf', 'OUT5-8'],
    ['9-12', 'firstHalf', 'OUT9-12'],
    ['13-16', 'secondHalf', 'OUT13-16'],
  ),
  node('/config/routing/PLAY', alike(eights(32), 'inputBlock', 'CARD1-8'), ['AUX', 'auxBlock', 'AUX1-4']),
  ...['A', 'B', 'C'].flatMap(layer),
  node('/config/tape', alike(['gainL', 'gainR'], 'tapeGain', '0.0'), ['autoplay', 'switch', 'OFF']),
  node('/config/amixenable', alike(['X', 'Y'], 'switch', 'OFF')),
  node('/config/dp48', ['scope', 'scope', '0'], ['broadcast', 'broadcast', '0'], ['aesAB', 'aes', 'AESA']),
  node('/config/dp48/assign', alike(twoFigures(1, 48), 'small', '0')),
  node('/config/dp48/link', alike(twoFigures(1, 24), 'linked', '0')),
  node('/config/dp48/grpname', alike(twoFigures(1, 12), 'text', '')),
];
