// The X32: its strips, and all of its addresses. Nodes and their order are those of "Unofficial X32/M32 OSC Remote Protocol"
// by Patrick-Gilles Maillot, firmware 4.
import { configuration } from './configuration.ts';
import { type Leaf, type Model, node } from './lines.ts';
import { status, stripIds } from './status.ts';
import * as of from './strips.ts';
import { x32Meters } from './x32-meters.ts';

const aux = '/auxin/{auxin}';
const returns = '/fxrtn/{fxrtn}';
const ch = '/ch/{ch}';
const bus = '/bus/{bus}';
const mtx = '/mtx/{mtx}';
const parameters = Array.from({ length: 64 }, (_, n) => String(n + 1).padStart(2, '0'));

const beat: Leaf = ['02', 'beat', '500', '/console/bpm/bpm', 'beat'];

const output = (name: string, tap: string) =>
  node(
    `/outputs/${name}/{${name}Output}`,
    ['src', 'outputSource', '0'],
    ['pos', 'outputTap', tap],
    ...(name === 'rec' ? [] : [['invert', 'switch', 'OFF'] as const]),
  );

const main = (name: 'st' | 'm') => {
  const base = `/main/${name}`;
  return [
    node(`${base}/config`, of.naming('66', 'WH')),
    ...of.dynamics(base, false),
    of.insert(base),
    ...of.equaliser(base, 'band6', 'outputBandType'),
    node(`${base}/mix`, of.on, of.fader, ...(name === 'st' ? [of.pan] : [])),
    ...of.sends(base, 'oddMtx', 'evenMtx', 'busTap'),
    of.groups(base),
  ];
};

export const x32: Model = {
  model: 'X32',
  firmware: '4.06',
  port: 10_023,
  counters: {
    ch: { from: 1, to: 32, digits: 2 },
    auxin: { from: 1, to: 8, digits: 2 },
    fxrtn: { from: 1, to: 8, digits: 2 },
    bus: { from: 1, to: 16, digits: 2 },
    mtx: { from: 1, to: 6, digits: 2 },
    dca: { from: 1, to: 8, digits: 1 },
    odd: { from: 1, to: 15, step: 2, digits: 2 },
    even: { from: 2, to: 16, step: 2, digits: 2 },
    oddMtx: { from: 1, to: 5, step: 2, digits: 2 },
    evenMtx: { from: 2, to: 6, step: 2, digits: 2 },
    band: { from: 1, to: 4, digits: 1 },
    band6: { from: 1, to: 6, digits: 1 },
    effect: { from: 1, to: 4, digits: 1 },
    lateEffect: { from: 5, to: 8, digits: 1 },
    mainOutput: { from: 1, to: 16, digits: 2 },
    auxOutput: { from: 1, to: 6, digits: 2 },
    p16Output: { from: 1, to: 16, digits: 2 },
    aesOutput: { from: 1, to: 2, digits: 2 },
    recOutput: { from: 1, to: 2, digits: 2 },
    headamp: { from: 0, to: 127, digits: 3 },
    scene: { from: 0, to: 99, digits: 3 },
  },
  strips: {
    '/ch/{ch}': '/channel/input/{ch}',
    '/auxin/{auxin}': '/channel/aux/{auxin}',
    // Two mono returns of a slot are the legs of one stereo strip.
    '/fxrtn/01': '/channel/fxReturn/1',
    '/fxrtn/02': '/channel/fxReturn/1',
    '/fxrtn/03': '/channel/fxReturn/2',
    '/fxrtn/04': '/channel/fxReturn/2',
    '/fxrtn/05': '/channel/fxReturn/3',
    '/fxrtn/06': '/channel/fxReturn/3',
    '/fxrtn/07': '/channel/fxReturn/4',
    '/fxrtn/08': '/channel/fxReturn/4',
    '/bus/{bus}': '/channel/mix/{bus}',
    // An X32 feeds its effects from the last four buses.
    '/bus/13': '/channel/fxSend/1',
    '/bus/14': '/channel/fxSend/2',
    '/bus/15': '/channel/fxSend/3',
    '/bus/16': '/channel/fxSend/4',
    '/mtx/{mtx}': '/channel/matrix/{mtx}',
    '/main/st': '/channel/main/1',
    '/main/m': '/channel/main/2',
    '/dca/{dca}': '/channel/dca/{dca}',
  },
  sendsTo: (strip, number) => `${/^\/(bus|main)\//.test(strip) ? '/mtx' : '/bus'}/${number}`,
  meters: x32Meters,
  stripIds,
  nodes: [
    ...configuration,
    node(`${ch}/config`, of.naming('1', 'YE'), ['source', 'source', '0', '{strip}/sourceId', 'source']),
    node(
      `${ch}/delay`,
      ['on', 'switch', 'OFF', '{strip}/align/delayMs', 'isDelayed'],
      ['time', 'delay', '0.3', '{strip}/align/delayMs'],
    ),
    node(
      `${ch}/preamp`,
      ['trim', 'trim', '+0.0', '{strip}/trimDb'],
      ['invert', 'switch', 'OFF', '{strip}/polarityInverted'],
      ['hpon', 'switch', 'OFF', '{strip}/chain/processors/hpf/enabled'],
      ['hpslope', 'slope', '18', '{strip}/chain/processors/hpf/values/slope', 'slope'],
      ['hpf', 'hpf', '80', '{strip}/chain/processors/hpf/values/frequencyHz'],
    ),
    ...of.gate(ch, 'gateMode'),
    ...of.dynamics(ch),
    of.insert(ch),
    ...of.equaliser(ch, 'band', 'bandType'),
    node(`${ch}/mix`, of.mains),
    ...of.sends(ch, 'odd', 'even', 'sendTap'),
    of.groups(ch),
    node(`${ch}/automix`, ['group', 'automixGroup', 'OFF'], ['weight', 'weight', '+0.0']),
    node(`${aux}/config`, of.naming('55', 'WH'), ['source', 'source', '0', '{strip}/sourceId', 'source']),
    node(
      `${aux}/preamp`,
      ['trim', 'trim', '+0.0', '{strip}/trimDb'],
      ['invert', 'switch', 'OFF', '{strip}/polarityInverted'],
    ),
    ...of.equaliser(aux, 'band', 'bandType'),
    node(`${aux}/mix`, of.mains),
    ...of.sends(aux, 'odd', 'even', 'sendTap'),
    of.groups(aux),
    node(`${returns}/config`, of.naming('61', 'MG')),
    ...of.equaliser(returns, 'band', 'bandType'),
    node(`${returns}/mix`, of.mains),
    ...of.sends(returns, 'odd', 'even', 'sendTap'),
    of.groups(returns),
    node(`${bus}/config`, of.naming('71', 'CY')),
    ...of.dynamics(bus),
    of.insert(bus),
    ...of.equaliser(bus, 'band6', 'bandType'),
    node(`${bus}/mix`, of.mains),
    ...of.sends(bus, 'oddMtx', 'evenMtx', 'busTap'),
    of.groups(bus),
    node(`${mtx}/config`, of.naming('72', 'MG')),
    node(`${mtx}/preamp`, ['invert', 'switch', 'OFF', '{strip}/polarityInverted']),
    ...of.dynamics(mtx, false),
    of.insert(mtx),
    ...of.equaliser(mtx, 'band6', 'outputBandType'),
    node(`${mtx}/mix`, of.on, of.fader),
    of.groups(mtx),
    ...main('st'),
    ...main('m'),
    node('/dca/{dca}', of.on, of.fader),
    node('/dca/{dca}/config', of.naming('70', 'WH')),
    node('/fx/{effect}', [
      'type',
      'effect',
      'HALL',
      '/channel/fxSend/{effect}/chain/processors/effect/plugin',
      'effect',
    ]),
    node('/fx/{effect}/source', ['l', 'effectSource', 'INS'], ['r', 'effectSource', 'INS']),
    node(
      '/fx/{effect}/par',
      // The time of a stereo delay, which apps tap: one beat.
      parameters.map((name) => (name === '02' ? beat : ([name, 'parameter', '0.00'] as const))),
    ),
    node('/fx/{lateEffect}', ['type', 'lateEffect', 'GEQ2']),
    node(
      '/fx/{lateEffect}/par',
      parameters.map((name) => [name, 'parameter', '0.00'] as const),
    ),
    output('main', 'POST'),
    node('/outputs/main/{mainOutput}/delay', ['on', 'switch', 'OFF'], ['time', 'delay', '0.3']),
    output('aux', 'POST'),
    output('p16', 'POST'),
    node(
      '/outputs/p16/{p16Output}/iQ',
      ['group', 'iqGroup', 'OFF'],
      ['speaker', 'iqSpeaker', 'none'],
      ['eq', 'iqEq', 'Linear'],
      ['model', 'small', '0'],
    ),
    output('aes', 'POST'),
    output('rec', 'POST'),
    node(
      '/headamp/{headamp}',
      ['gain', 'gain', '+0.0', '{head}/gainDb'],
      ['phantom', 'switch', 'OFF', '{head}/phantom'],
    ),
    ...status,
  ],
};
