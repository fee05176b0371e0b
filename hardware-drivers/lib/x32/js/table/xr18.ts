// The XR18, which other desks of its family are in part: its own addresses, the same laws. They are those of the "X AIR Mixer
// Series Remote Control Protocol" of Behringer, as far as public clients use them; the order of the values of a node is the one that
// was read of an XR18 with firmware 1.25 (ramzed/xr18-mcp, model.py), sources of keys are those of an MR18 (RodrigoFerretti/xr18-mcp).
import { alike, type Leaf, type Model, type NodeLines, node } from './lines.ts';
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

const keyed = (processor: string): Leaf => [
  ...(['keysrc', 'airKey', '0'] as const),
  `{strip}/chain/processors/${processor}/key/source`,
  'airKeySource',
];
const sendLeaves: readonly Leaf[] = [
  ['level', 'level', '-oo', '{send}/levelDb', 'level'],
  ['grpon', 'switch', 'ON', '{send}/on'],
  ['tap', 'airTap', 'POST', '{send}/tapPoint', 'airTap'],
];

const mix = (base: string) => [
  node(`${base}/mix`, of.on, of.fader, ['lr', 'switch', 'ON', '{strip}/mainAssigned'], of.pan),
  node(`${base}/mix/{oddSend}`, sendLeaves, ['pan', 'pan', '+0', '{send}/pan']),
  node(`${base}/mix/{evenSend}`, sendLeaves),
  node(`${base}/mix/{effectSend}`, sendLeaves),
];

const gate = (base: string): readonly NodeLines[] =>
  of.gate(base, 'gateMode').map(({ node: at, leaves }) =>
    node(
      at,
      leaves.map((leaf) => (leaf[0] === 'keysrc' ? keyed('gate') : leaf)),
    ),
  );

/** An X32's without a position, its key behind the mix. */
function dynamics(base: string, hasKey = true): readonly NodeLines[] {
  const [own, ...others] = of.dynamics(base, false) as [NodeLines, ...NodeLines[]];
  const leaves = own.leaves.filter(([name]) => name !== 'pos');
  return [node(own.node, leaves.slice(0, -1), hasKey ? [keyed('comp')] : [], leaves.slice(-1)), ...others];
}

const insert = (base: string): NodeLines =>
  node(
    `${base}/insert`,
    of.insert(base).leaves.filter(([name]) => name !== 'pos'),
  );

const returned = (base: string) => [
  node(`${base}/config`, naming, ['rtnsrc', 'source', '0']),
  node(`${base}/preamp`, ['rtntrim', 'trim', '+0.0', '{strip}/trimDb'], ['rtnsw', 'switch', 'OFF']),
  ...of.equaliser(base, 'band', 'bandType'),
  ...mix(base),
  of.groups(base, 'dcas4', 'muteGroups4'),
];

const thirds = [
  ...['20', '25', '31.5', '40', '50', '63', '80', '100', '125', '160', '200', '250', '315', '400', '500', '630', '800'],
  ...['1k', '1k25', '1k6', '2k', '2k5', '3k15', '4k', '5k', '6k3', '8k', '10k', '12k5', '16k', '20k'],
];

function output(base: string, hasKey: boolean): readonly NodeLines[] {
  const [eq, ...bands] = of.equaliser(base, 'band6', 'bandType') as [NodeLines, ...NodeLines[]];
  return [
    node(`${base}/config`, naming),
    ...dynamics(base, hasKey),
    insert(base),
    ...[node(eq.node, eq.leaves, ['mode', 'eqMode', 'PEQ']), ...bands],
    node(`${base}/geq`, alike(thirds, 'thirdGain', '+0.0')),
  ];
}

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
    // Six buses, whose pairs have a pan, and four effects behind them.
    oddSend: { from: 1, to: 5, step: 2, digits: 2 },
    evenSend: { from: 2, to: 6, step: 2, digits: 2 },
    effectSend: { from: 7, to: 10, digits: 2 },
    auxRoute: { from: 1, to: 6, digits: 2 },
    p16Route: { from: 1, to: 16, digits: 2 },
    usbRoute: { from: 1, to: 18, digits: 2 },
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
    node('/config/linkcfg', alike(['eq', 'dyn', 'fdrmute'], 'switch', 'ON')),
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
      ['dim', 'switch', 'OFF', '/cue/dim'],
      ['mono', 'switch', 'OFF', '/cue/mono'],
      ['mute', 'switch', 'OFF', '/cue/muted'],
      ['dimpfl', 'switch', 'OFF'],
      // Not of each firmware: behind what all have.
      ['dimatt', 'dim', '-20', '/cue/dimDb'],
    ),
    node('/config/amixenable', alike(['X', 'Y'], 'switch', 'OFF')),
    node('/config/amixlock', alike(['X', 'Y'], 'switch', 'OFF')),
    ...['aux', 'p16', 'usb'].map((name) =>
      node(`/routing/${name}/{${name}Route}`, alike(['src', 'pos'], 'small', '0')),
    ),
    node(`${ch}/config`, naming, ['insrc', 'source', '0', '{strip}/sourceId', 'source'], ['rtnsrc', 'source', '0']),
    node(
      `${ch}/preamp`,
      ['rtntrim', 'trim', '+0.0', '{strip}/trimDb'],
      ['rtnsw', 'switch', 'OFF'],
      ['invert', 'switch', 'OFF', '{strip}/polarityInverted'],
      ['hpon', 'switch', 'OFF', '{strip}/chain/processors/hpf/enabled'],
      ['hpf', 'hpf', '80', '{strip}/chain/processors/hpf/values/frequencyHz'],
    ),
    ...gate(ch),
    ...dynamics(ch),
    insert(ch),
    ...of.equaliser(ch, 'band', 'bandType'),
    ...mix(ch),
    of.groups(ch, 'dcas4', 'muteGroups4'),
    node(`${ch}/automix`, ['group', 'automixGroup', 'OFF'], ['weight', 'weight', '+0.0']),
    ...returned('/rtn/aux'),
    ...returned('/rtn/{rtn}'),
    ...output(bus, true),
    node(`${bus}/mix`, of.on, of.fader, ['lr', 'switch', 'OFF', '{strip}/mainAssigned'], of.pan),
    of.groups(bus, 'dcas4', 'muteGroups4'),
    node('/fxsend/{fxsend}/config', naming),
    node('/fxsend/{fxsend}/mix', of.on, of.fader),
    of.groups('/fxsend/{fxsend}', 'dcas4', 'muteGroups4'),
    ...output('/lr', false),
    node('/lr/mix', of.on, of.fader, of.pan),
    node('/dca/{dca}', of.on, of.fader),
    node('/dca/{dca}/config', naming),
    node(
      '/fx/{fxsend}',
      ['type', 'effect', 'HALL', '/channel/fxSend/{fxsend}/chain/processors/effect/plugin', 'effect'],
      ['insert', 'switch', 'OFF'],
    ),
    node('/fx/{fxsend}/par', alike(numbers(64, 2), 'parameter', '0.00')),
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
