// A desk with a TotalMix device of 4 inputs and 2 outputs, 2 channels of playback, as its driver reports it.
import { startTestHost, type TestHost, type TestHostOptions } from 'rowdesk/testing';

export const id = 'ucx2';
export const target = `stagebox:${id}`;
export const root = '/vendorA/totalmix';

type Values = readonly (readonly [path: string, fields: Readonly<Record<string, unknown>>])[];

const places = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

/** What the device says of itself; its matrix has 4 inputs and 2 channels of playback in each of 2 outputs. */
export const said: Values = [
  [root, { model: 'Fireface UCX II', serial: '23', firmware: '38', state: 'running', sampleRateHz: 48_000 }],
  [root, { clockSource: 'Internal', clockSources: ['Internal', 'ADAT'], latencyFrames: 24 }],
  ...places(4).map((n) => [`/stagebox/${id}/inputs/${n}`, { gainDb: 0, phantom: false }] as const),
  ...places(4).map(
    (n) => [`${root}/inputs/${n}`, { label: `Mic ${n}`, polarityInverted: false, autoset: false }] as const,
  ),
  [`${root}/inputs/3`, { hiZ: false, referenceLevel: '+4 dBu', referenceLevels: ['+4 dBu', 'Lo Gain'] }],
  ...places(2).map((n) => [`${root}/outputs/${n}`, { label: `AN ${n}`, levelDb: -10, pan: 0, muted: false }] as const),
  ...places(2).flatMap((out) =>
    places(6).map(
      (into) => [`${root}/mix/${out}/${into}`, { label: '', levelDb: out === into - 4 ? 0 : -144, pan: 0 }] as const,
    ),
  ),
];

/** A host with the device there, that has told nothing yet. */
export async function startDesk(options: Partial<TestHostOptions> = {}): Promise<TestHost> {
  const desk = await startTestHost({ providers: ['stagebox', 'directPath', 'vendorA'], ...options });
  plugIn(desk);
  return desk;
}

/** Its sound comes through a card. */
export function plugIn(desk: TestHost, present = true, away = ''): void {
  const port = (direction: 'input' | 'output', channel: number) => ({
    ...{ id: `${id}:${direction}-${channel}`, label: '', direction, channel, connector: 'xlr' },
  });
  const ports = [...places(4).map((n) => port('input', n)), ...places(2).map((n) => port('output', n))];
  const device = {
    ...{
      id,
      label: 'Fireface UCX II',
      model: 'rme-babyface-pro',
      transport: 'usb',
      driver: 'totalmix',
      present,
      ports,
      away,
    },
    ...{ joined: false, inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: id, supportedRates: [48_000] },
  };
  const sounding = ports.map((each) => ({ ...each, id: each.id.replace(id, 'alsa-card') }));
  const half = { id: 'alsa-card', driver: 'alsa', present: true };
  const { label, model, transport } = device;
  const box = { id, label, model, transport, present: true, ports: sounding, missing: '' as const, reason: '' };
  const others = desk.audio.devices.filter((each) => each.id !== id);
  const boxes = desk.audio.boxes.filter((each) => each.id !== id);
  const joined = { ...box, audio: half, control: { id, driver: 'totalmix', present } };
  desk.audio.become({ devices: [...others, device], joinedBoxes: [...boxes, joined] });
  desk.audio.target(target);
}

/** Reports all of this, and then a complete reading. */
export async function report(desk: TestHost, values: Values = said, readings = 1): Promise<void> {
  const all = values.flatMap(([path, fields]) =>
    Object.entries(fields).map(([field, value]) => ({ path, field, value, state: 'applied' as const })),
  );
  const read = { path: root, field: 'readings', value: readings, state: 'applied' as const };
  desk.audio.target(target).reportAll([...all, read]);
  await turns();
}

/** From now on a call of `refresh` ends in one more complete reading, and `write` is taken, by default as no change. */
export function answer(desk: TestHost, takes: (path: string, field: string, value: unknown) => void = () => {}): void {
  const driver = desk.audio.target(target);
  let readings = 1;
  desk.audio.answers.set(`${target} refresh`, () => {
    readings += 1;
    const now = readings;
    setImmediate(() => driver.report(root, 'readings', now));
    return {};
  });
  desk.audio.answers.set(`${target} write`, ({ values }) => {
    for (const { path, field, value } of values as { path: string; field: string; value: unknown }[])
      takes(path, field, value);
    return {};
  });
}

export async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}
