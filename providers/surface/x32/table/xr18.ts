// The XR18, which other desks of its family are in part: its own addresses, the same laws. They are those of the "X AIR Mixer
// Series Remote Control Protocol" of Behringer, as far as public clients use them.
import { alike, type Leaf, type Model, node } from './lines.ts';
import * as of from './strips.ts';
import { xr18Meters } from './xr18-meters.ts';

const ch = '/ch/{ch}';
const bus = '/bus/{bus}';
const numbers = (count: number, digits: number) =>
  Array.from({ length: count }, (_, n) => String(n + 1).padStart(digits, '0'));
const naming: readonly Leaf[] = [
  ['name', 'name', '', '{strip}/name'],
  ['color', 'colour', 'OFF', '{strip}/colour', 'colour'],
];

const mix = (base: string) => [
  node(`${base}/mix`, of.on, ['lr', 'switch', 'ON', '{strip}/mainAssigned'], of.fader, of.pan),
  node(
    `${base}/mix/{send}`,
    ['level', 'level', '-oo', '{send}/levelDb', 'level'],
    ['grpon', 'switch', 'ON', '{send}/on'],
    ['tap', 'airTap', 'POST', '{send}/tapPoint', 'airTap'],
    ['pan', 'pan', '+0', '{send}/pan'],
  ),
];

const returned = (base: string) => [
  node(`${base}/config`, naming, ['rtnsrc', 'source', '0']),
  node(`${base}/preamp`, ['rtntrim', 'trim', '+0.0', '{strip}/trimDb'], ['rtnsw', 'switch', 'OFF']),
  ...of.equaliser(base, 'band', 'bandType'),
  ...mix(base),
  of.groups(base, 'dcas4', 'muteGroups4'),
];

const output = (base: string) => [
  node(`${base}/config`, naming),
  ...of.dynamics(base),
  of.insert(base),
  ...of.equaliser(base, 'band6', 'bandType'),
];

/** As the solo switches are numbered. */
const soloed: readonly (readonly [number: number, strip: string])[] = [
  ...numbers(16, 2).map((n) => [Number(n), `/ch/${n}`] as const),
  [17, '/rtn/aux'],
  ...numbers(4, 1).map((n) => [Number(n) + 17, `/rtn/${n}`] as const),
  ...numbers(6, 1).map((n) => [Number(n) + 39, `/bus/${n}`] as const),
  ...numbers(4, 1).map((n) => [Number(n) + 45, `/fxsend/${n}`] as const),
  [50, '/lr'],
  ...numbers(4, 1).map((n) => [Number(n) + 50, `/dca/${n}`] as const),
];

export const xr18: Model = {
  model: 'XR18',
  firmware: '1.18',
  port: 10_024,
  counters: {
    ch: { from: 1, to: 16, digits: 2 },
    rtn: { from: 1, to: 4, digits: 1 },
    bus: { from: 1, to: 6, digits: 1 },
    fxsend: { from: 1, to: 4, digits: 1 },
    dca: { from: 1, to: 4, digits: 1 },
    // Six buses, and four effects behind them.
    send: { from: 1, to: 10, digits: 2 },
    band: { from: 1, to: 4, digits: 1 },
    band6: { from: 1, to: 6, digits: 1 },
    headamp: { from: 1, to: 24, digits: 2 },
    scene: { from: 1, to: 64, digits: 2 },
  },
  strips: {
    '/ch/{ch}': '/channel/input/{ch}',
    '/rtn/aux': '/channel/aux/1',
    '/rtn/{rtn}': '/channel/fxReturn/{rtn}',
    '/bus/{bus}': '/channel/mix/{bus}',
    '/fxsend/{fxsend}': '/channel/fxSend/{fxsend}',
    '/lr': '/channel/main/1',
    '/dca/{dca}': '/channel/dca/{dca}',
  },
  sendsTo: (_strip, number) => (Number(number) > 6 ? `/fxsend/${Number(number) - 6}` : `/bus/${Number(number)}`),
  meters: xr18Meters,
  nodes: [
    node(
      '/config/chlink',
      numbers(8, 1).map((n) => link('/ch', 2 * Number(n) - 1, 2)),
    ),
    node(
      '/config/buslink',
      numbers(3, 1).map((n) => link('/bus', 2 * Number(n) - 1, 1)),
    ),
    node('/config/linkcfg', alike(['preamp', 'eq', 'dyn', 'fdrmute'], 'switch', 'ON')),
    node(
      '/config/mute',
      numbers(4, 1).map((n): Leaf => [n, 'switch', 'OFF', `/channel/muteGroup/${n}/muted`]),
    ),
    node(
      '/config/solo',
      ['level', 'level', '-oo', '/cue/levelDb', 'level'],
      ['source', 'cueSource', 'OFF'],
      ['sourcetrim', 'halfTrim', '0.0', '/cue/sourceTrimDb'],
      ['chmode', 'cueMode', 'PFL', '/cue/inputMode', 'cueMode'],
      ['busmode', 'cueMode', 'AFL', '/cue/busMode', 'cueMode'],
      ['dimatt', 'dim', '-20', '/cue/dimDb'],
      ['dim', 'switch', 'OFF', '/cue/dim'],
      ['mono', 'switch', 'OFF', '/cue/mono'],
      ['mute', 'switch', 'OFF', '/cue/muted'],
      ['dimpfl', 'switch', 'OFF'],
    ),
    node('/config', ...alike(['amixenable', 'amixlock'], 'switch', 'OFF')),
    node(`${ch}/config`, naming, ['insrc', 'source', '0', '{strip}/sourceId', 'source'], ['rtnsrc', 'source', '0']),
    node(
      `${ch}/preamp`,
      ['rtntrim', 'trim', '+0.0', '{strip}/trimDb'],
      ['rtnsw', 'switch', 'OFF'],
      ['invert', 'switch', 'OFF', '{strip}/polarityInverted'],
      ['hpon', 'switch', 'OFF', '{strip}/chain/processors/hpf/enabled'],
      ['hpf', 'hpf', '80', '{strip}/chain/processors/hpf/values/frequencyHz'],
    ),
    ...of.gate(ch, 'airGateMode'),
    ...of.dynamics(ch),
    of.insert(ch),
    ...of.equaliser(ch, 'band', 'bandType'),
    ...mix(ch),
    of.groups(ch, 'dcas4', 'muteGroups4'),
    node(`${ch}/automix`, ['group', 'automixGroup', 'OFF'], ['weight', 'weight', '+0.0']),
    ...returned('/rtn/aux'),
    ...returned('/rtn/{rtn}'),
    ...output(bus),
    node(`${bus}/mix`, of.on, ['lr', 'switch', 'OFF', '{strip}/mainAssigned'], of.fader, of.pan),
    of.groups(bus, 'dcas4', 'muteGroups4'),
    node('/fxsend/{fxsend}/config', naming),
    node('/fxsend/{fxsend}/mix', of.on, of.fader),
    of.groups('/fxsend/{fxsend}', 'dcas4', 'muteGroups4'),
    ...output('/lr'),
    node('/lr/mix', of.on, of.fader, of.pan),
    node('/dca/{dca}', of.on, of.fader),
    node('/dca/{dca}/config', naming),
    node('/fx/{fxsend}', [
      'type',
      'effect',
      'HALL',
      '/channel/fxSend/{fxsend}/chain/processors/effect/plugin',
      'effect',
    ]),
    node(
      '/headamp/{headamp}',
      ['gain', 'gain', '+0.0', '{head}/gainDb'],
      ['phantom', 'switch', 'OFF', '{head}/phantom'],
    ),
    node(
      '/-stat/solosw',
      soloed.map(([n, strip]): Leaf => [String(n).padStart(2, '0'), 'switch', 'OFF', `{${strip}}/soloed`]),
    ),
    node('/-action', ['clearsolo', 'switch', 'OFF', '/cue/clear/running', 'task']),
    node(
      '/-snap',
      ['index', 'index', '0', '/scene/id', 'snapshot'],
      ['load', 'index', '0', '/scene/id', 'snapshot'],
      ['name', 'text', '', '/scene/name', 'shown'],
    ),
    node('/-snap/{scene}', ['name', 'text', '', '{scene}/name']),
    node('/-prefs', ['name', 'text', 'Rowdesk', '/console/name']),
  ],
};

function link(kind: string, odd: number, digits: number): Leaf {
  return [`${odd}-${odd + 1}`, 'switch', 'OFF', `{${kind}/${String(odd).padStart(digits, '0')}}/stereoLink`];
}
