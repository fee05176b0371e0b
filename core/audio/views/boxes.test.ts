import { expect, test } from 'vitest';
import type { AudioHalf, DeviceIdentity } from '../../driver.ts';
import type { Box, Device, GraphNode, Port } from '../../services.ts';
import { type BoxFacts, boxesOf } from './boxes.ts';

const usb: DeviceIdentity = { usbPort: '1-4.2', serial: '12345678' };

function portsOf(id: string, inputs: number, outputs: number): readonly Port[] {
  const of = (direction: Port['direction'], prefix: string, count: number) =>
    Array.from({ length: count }, (_, place): Port => {
      const channel = place + 1;
      return { id: `${id}:${prefix}-${channel}`, label: `${id} ${channel}`, direction, channel, connector: 'xlr' };
    });
  return [...of('input', 'in', inputs), ...of('output', 'out', outputs)];
}

function device(id: string, more: Partial<Device> = {}): Device {
  const ports = portsOf(id, 2, 1);
  return {
    ...{
      id,
      label: `The ${id}`,
      model: id,
      transport: 'test',
      driver: `driver of ${id}`,
      present: true,
      joined: false,
    },
    ...{ ports, inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [] },
    ...more,
  };
}

const card = (more: Partial<Device> = {}) => device('alsa-card', { identity: usb, ...more });
const preamps = (audioHalf: AudioHalf, more: Partial<Device> = {}) => device('ucx2', { audioHalf, ...more });

/** A node of a server with so many sources and sinks. */
function node(name: string, sources: number, sinks: number, more: Partial<GraphNode> = {}): GraphNode {
  const id = `pipewire-0:${name}`;
  const ports = (direction: 'source' | 'sink', prefix: string, count: number) =>
    Array.from({ length: count }, (_, place) => {
      const channel = place + 1;
      return { id: `${id}:${prefix}${place}`, label: prefix, direction, channel, latencyFrames: null };
    });
  return {
    ...{ id, label: name, kind: 'device', device: 'pipewire-0', present: true, driver: 'pipewire' },
    ports: [...ports('source', 'capture_AUX', sources), ...ports('sink', 'playback_AUX', sinks)],
    ...more,
  };
}

const ids = (boxes: readonly Box[]) => boxes.map(({ id }) => id);
const soundOf = ({ ports }: Box, direction: Port['direction'] = 'input') =>
  ports.filter((port) => port.direction === direction).map(({ channel, id }) => `${channel} ${id}`);
function only(devices: readonly Device[], facts?: Partial<BoxFacts>): Box {
  const boxes = boxesOf(devices, facts);
  expect(boxes).toHaveLength(1);
  return boxes[0] as Box;
}

test('devices that name no other are boxes by themselves, each with the half that it is', () => {
  const facts = { controls: new Set(['ucx2']) };
  const boxes = boxesOf([card(), device('ucx2'), preamps({}, { id: 'named-nothing' })], facts);
  expect(ids(boxes)).toEqual(['alsa-card', 'ucx2', 'named-nothing']);
  expect(boxes[0]).toMatchObject({ audio: { id: 'alsa-card', present: true }, control: undefined, missing: '' });
  expect(boxes[1]).toMatchObject({ audio: undefined, control: { id: 'ucx2' }, missing: '', reason: '' });
  expect(boxes[0]?.ports).toEqual(card().ports);
});

test.each<[string, AudioHalf]>([
  ['id', { id: 'alsa-card' }],
  ['port on USB', { usbPort: '1-4.2' }],
  ['serial number', { serial: '12345678' }],
  ['port and serial number', usb],
  ['id, with the port on USB', { id: 'alsa-card', usbPort: '1-4.2' }],
])('a control device that names a device by its %s is one box with it, under its own id', (_by, half) => {
  const other = device('alsa-other', { identity: { usbPort: '1-1', serial: '99' } });
  const boxes = boxesOf([card(), other, preamps(half)]);
  expect(ids(boxes)).toEqual(['alsa-other', 'ucx2']);
  expect(boxes[1]).toMatchObject({
    ...{ id: 'ucx2', label: 'The ucx2', model: 'ucx2', present: true, missing: '', reason: '' },
    audio: { id: 'alsa-card', driver: 'driver of alsa-card', present: true },
    control: { id: 'ucx2', driver: 'driver of ucx2', present: true },
  });
  expect(soundOf(boxes[1] as Box)).toEqual(['1 alsa-card:in-1', '2 alsa-card:in-2']);
  expect(boxes[1]?.ports[0]).toMatchObject({ label: 'ucx2 1', connector: 'xlr' });
});

test('each member that is given must fit', () => {
  const boxes = boxesOf([card(), preamps({ usbPort: '1-4.2', serial: 'another' })]);
  expect(ids(boxes)).toEqual(['alsa-card', 'ucx2']);
  expect(boxes[1]).toMatchObject({
    ...{ audio: undefined, missing: 'audio', present: true },
    reason: 'no device and no node with sound has the USB port 1-4.2, serial number another',
  });
  expect(soundOf(boxes[1] as Box)).toEqual(['1 ', '2 ']);
});

test('a device without identity fits no half but one that names its id', () => {
  const plain = device('plain');
  expect(ids(boxesOf([plain, preamps({ serial: '1' })]))).toEqual(['plain', 'ucx2']);
  expect(ids(boxesOf([plain, preamps({ id: 'plain' })]))).toEqual(['ucx2']);
});

test('the configuration wins over what the driver says, also for a driver that says nothing', () => {
  const configured = new Map([['ucx2', 'plain']]);
  const controls = new Set(['ucx2']);
  const devices = [card(), device('plain'), preamps({ id: 'alsa-card' })];
  expect(ids(boxesOf(devices, { configured }))).toEqual(['alsa-card', 'ucx2']);
  expect(only([device('plain'), device('ucx2')], { configured, controls }).audio?.id).toBe('plain');
});

test('two devices that fit equally well are both left alone, and the reason says how to choose', () => {
  const twin = device('alsa-twin', { identity: { serial: '12345678' } });
  const boxes = boxesOf([card(), twin, preamps({ serial: '12345678' })]);
  expect(ids(boxes)).toEqual(['alsa-card', 'alsa-twin', 'ucx2']);
  expect(boxes[2]).toMatchObject({ audio: undefined, missing: 'audio' });
  expect(boxes[2]?.reason).toBe(
    'alsa-card and alsa-twin fit equally well, so none is taken; name one of them as "audioHalf" of ucx2 in "devices" of the configuration',
  );
});

test('of two control devices that name one device the first has it', () => {
  const second = preamps({ id: 'alsa-card' }, { id: 'fx' });
  const boxes = boxesOf([card(), preamps(usb), second]);
  expect(ids(boxes)).toEqual(['ucx2', 'fx']);
  expect(boxes[1]).toMatchObject({ missing: 'audio', reason: 'alsa-card belongs to ucx2, which names it too' });
});

test('a control device is no half with sound of another', () => {
  const boxes = boxesOf([preamps({ id: 'other' }), preamps({ id: 'x' }, { id: 'other' })]);
  expect(boxes.map(({ audio }) => audio)).toEqual([undefined, undefined]);
});

test('a socket takes its sound from the channel that it names, and sound without a socket comes after', () => {
  const sockets = [3, 4].map((audioChannel, place): Port => {
    const channel = place + 1;
    return {
      id: `ucx2:in-${channel}`,
      label: `Mic ${channel}`,
      direction: 'input',
      channel,
      connector: '',
      audioChannel,
    };
  });
  const box = only([card({ ports: portsOf('alsa-card', 5, 0) }), preamps(usb, { ports: sockets })]);
  expect(soundOf(box)).toEqual([
    ...['1 alsa-card:in-3', '2 alsa-card:in-4'],
    ...['3 alsa-card:in-1', '4 alsa-card:in-2', '5 alsa-card:in-5'],
  ]);
  expect(box.ports.map(({ label }) => label).slice(0, 3)).toEqual(['Mic 1', 'Mic 2', 'alsa-card 1']);
});

test('a socket that no channel of the sound belongs to has no port', () => {
  const box = only([card({ ports: portsOf('alsa-card', 1, 0) }), preamps(usb)]);
  expect(soundOf(box)).toEqual(['1 alsa-card:in-1', '2 ']);
  expect(soundOf(box, 'output')).toEqual(['1 ']);
});

test('preamps that were never reached have the sockets of their sound', () => {
  const configured = new Map([['ucx2', 'alsa-card']]);
  const absent = device('ucx2', { present: false, ports: [] });
  const closed = [{ id: 'ucx2', reason: 'its port does not answer' }];
  const box = only([card(), absent], { configured, controls: new Set(['ucx2']), closed });
  expect(box).toMatchObject({ present: true, missing: 'control', reason: 'its port does not answer' });
  expect(soundOf(box)).toEqual(['1 alsa-card:in-1', '2 alsa-card:in-2']);
});

test('the half that went is the missing one, with its reason, and the sockets keep the ports', () => {
  const away = card({ present: false, away: 'it was unplugged' });
  const unplugged = only([away, preamps(usb)]);
  expect(unplugged).toMatchObject({ present: true, missing: 'audio', reason: 'it was unplugged' });
  expect(unplugged.audio).toMatchObject({ id: 'alsa-card', present: false });
  expect(soundOf(unplugged)).toEqual(['1 alsa-card:in-1', '2 alsa-card:in-2']);

  const mute = only([card(), preamps(usb, { present: false, away: 'no answer within 3 s' })]);
  expect(mute).toMatchObject({ present: true, missing: 'control', reason: 'no answer within 3 s' });

  const gone = only([away, preamps(usb, { present: false })]);
  expect(gone).toMatchObject({ present: false, missing: '', reason: '' });
});

test('a sound that no driver opened says why', () => {
  const closed = [{ id: 'alsa-card', identity: usb, reason: 'pulseaudio (process 4240) holds it' }];
  expect(only([preamps(usb)], { closed })).toMatchObject({
    ...{ missing: 'audio', audio: { id: 'alsa-card', driver: '', present: false } },
    reason: 'alsa-card is not open: pulseaudio (process 4240) holds it',
  });
});

test('the nodes of one card at an audio server are the half with the sound', () => {
  const nodes = [
    node('alsa_output.usb-RME', 2, 2, { identity: usb }),
    node('alsa_input.usb-RME', 2, 0, { identity: usb }),
    node('alsa_input.pci', 2, 0, { identity: { serial: 'other' } }),
    node('player', 2, 0, { kind: 'stream', identity: usb }),
  ];
  for (const half of [usb, { id: 'pipewire-0:alsa_input.usb-RME' }, { id: 'pipewire-0:alsa_output.usb-RME' }]) {
    const box = only([preamps(half)], { nodes });
    expect(box.audio).toEqual({ id: 'pipewire-0:alsa_input.usb-RME', driver: 'pipewire', present: true });
    expect(soundOf(box)).toEqual([
      '1 pipewire-0:alsa_input.usb-RME:capture_AUX0',
      '2 pipewire-0:alsa_input.usb-RME:capture_AUX1',
    ]);
    // the monitors of the output are no inputs, and its second channel has no socket of its own
    expect(soundOf(box, 'output')).toEqual([
      '1 pipewire-0:alsa_output.usb-RME:playback_AUX0',
      '2 pipewire-0:alsa_output.usb-RME:playback_AUX1',
    ]);
  }
});

test('two nodes with inputs of one card are told apart by their ids only', () => {
  const nodes = ['a', 'b'].map((name) => node(name, 2, 0, { identity: usb }));
  const out = node('out', 0, 2, { identity: usb });
  expect(only([preamps(usb)], { nodes: [...nodes, out] }).reason).toContain('pipewire-0:a and pipewire-0:b fit');
  const box = only([preamps({ id: 'pipewire-0:b' })], { nodes: [...nodes, out] });
  expect([soundOf(box)[0], soundOf(box, 'output')[0]]).toEqual([
    '1 pipewire-0:b:capture_AUX0',
    '1 pipewire-0:out:playback_AUX0',
  ]);
});

test('a sound that moved from a card to a server and back is the same box, and the absent way is no box', () => {
  const nodes = [node('in', 2, 0, { identity: usb })];
  const moved = only([card({ present: false }), preamps(usb)], { nodes });
  expect(moved).toMatchObject({ id: 'ucx2', missing: '', audio: { id: 'pipewire-0:in' } });
  const absent = nodes.map((each) => ({ ...each, present: false }));
  expect(only([card(), preamps(usb)], { nodes: absent }).audio?.id).toBe('alsa-card');
  expect(only([card({ present: false }), preamps(usb)], { nodes: absent })).toMatchObject({
    ...{ audio: { id: 'alsa-card', present: false }, missing: 'audio' },
  });
});

test('a node that is listed and has no sound is the missing half, with its reason', () => {
  const nodes = [node('in', 2, 0, { identity: usb, reason: 'its card is busy' })];
  expect(only([preamps(usb)], { nodes })).toMatchObject({ missing: 'audio', reason: 'its card is busy' });
});

test('the nodes of the mixer are no devices beside those that they stand for', () => {
  const own: GraphNode = { ...node('x', 1, 0), id: 'alsa-card', device: 'alsa-card', identity: usb };
  expect(only([card(), preamps(usb)], { nodes: [own] }).audio?.id).toBe('alsa-card');
});
