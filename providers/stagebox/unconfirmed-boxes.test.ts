// Every order in which the halves of a box come and go, by a mixer that only says what it is to hold.
import type { Audio, Box, Fields } from 'rowdesk/provider';
import { FakeTime } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Boxes } from './boxes.ts';
import { KnownModels } from './models.ts';
import { UnconfirmedBoxes, type UnconfirmedBoxesNeeds } from './unconfirmed-boxes.ts';

const heartbeatMs = 1000;
const models = new KnownModels([]);
const wanted = { gainDb: 20, phantom: false, pad: false, label: '' };

let time: FakeTime;
let boxes: Box[];
let state: Audio['state'];
let driving: string;
let isMixerThere: boolean;
/** By lease, the sources and the end of the hold. */
let leases: Map<string, { readonly sources: readonly string[]; readonly untilMs: number }>;
/** Since when a control half answers as wanted, by id of the box; undefined: it does not answer. */
let isOwn: (path: string, field: string) => boolean = () => false;
let answers: Map<string, { askedMs: number; readonly reported: Map<string, Fields> }>;
let desired: Map<string, Fields>;
let raised: Map<string, string>;
let listeners: Set<() => void>;
let patched: string[];
let stop: () => void;

const sources = () => {
  const held = [...leases.values()].filter(({ untilMs }) => untilMs > time.monotonicMs());
  return [...new Set(held.flatMap((lease) => lease.sources))].sort();
};

/** Two inputs with preamps, one with a gain, one without anything, and what each of them is at the half with the sound. */
function boxOf(id: string, { sound = true, control = true, card = `card-${id}` } = {}): Box {
  const inputs = [1, 2, 3, 5].map((channel) => {
    return { id: `${card}:in-${channel}`, label: '', direction: 'input' as const, channel, connector: 'xlr' };
  });
  return {
    ...{ id, label: id, model: 'rme-babyface-pro', transport: 'usb', present: sound || control, ports: inputs },
    audio: { id: card, driver: 'alsa', present: sound },
    control: { id, driver: 'preamps', present: control },
    missing: sound === control ? '' : sound ? 'control' : 'audio',
    reason: sound && !control ? 'its preamps are unplugged' : '',
  };
}
const preamps = (card = 'card-a') => [1, 2, 3].map((n) => `${card}:in-${n}`);
const path = (id: string, n: number) => `/stagebox/${id}/inputs/${n}`;

/** The half with the preamps answers each heartbeat, with these values of its inputs. */
function answering(id: string, values: Fields = wanted): void {
  const reported = new Map([1, 2, 3].map((n) => [path(id, n), values]));
  answers.set(id, { askedMs: Number.NEGATIVE_INFINITY, reported });
}

function needs(): UnconfirmedBoxesNeeds {
  const audio = {
    get state() {
      return state;
    },
    get clock() {
      return { driving };
    },
    get boxes() {
      return boxes;
    },
    devices: [],
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call: async (_target: string, method: string, { lease, sources: ports, forMs, reason }: Fields) => {
      expect([method, reason]).toEqual(['holdSources', 'stagebox']);
      if (!isMixerThere) throw new Error('the mixer is absent');
      expect(forMs).toBeLessThanOrEqual(10_000);
      leases.set(String(lease), { sources: ports as string[], untilMs: time.monotonicMs() + Number(forMs) });
      return { closed: true };
    },
  } as unknown as Audio;
  const reading = (at: string, field: string) => {
    const of = answers.get(at.split('/')[2] ?? '');
    const value = of?.reported.get(at)?.[field];
    return value === undefined ? undefined : { value, revision: 1, state: stateOf.get(field) ?? ('applied' as const) };
  };
  return {
    audio,
    boxes: new Boxes(audio, models),
    convergence: {
      heartbeatMs,
      own: { has: isOwn },
      askedMs: (target: string) => answers.get(target.slice('stagebox:'.length))?.askedMs,
    },
    desk: {
      read: (at: string) => desired.get(at) ?? wanted,
      observed: {
        read: reading,
        matches: (at: string, field: string) => {
          const { value, state: how } = reading(at, field) ?? {};
          return how === 'applied' && value === (desired.get(at) ?? (wanted as Fields))[field];
        },
      },
    },
    patched: { sources: () => patched },
    time,
    warnings: {
      raise: ({ id, detail }: { id: string; detail: string }) => raised.set(id, detail),
      clear: (id: string) => raised.delete(id),
    },
  } as unknown as UnconfirmedBoxesNeeds;
}
let stateOf: Map<string, 'applied' | 'unverified' | 'refused'>;

beforeEach(() => {
  time = new FakeTime();
  [boxes, state, driving, isMixerThere] = [[], 'running', 'virtual', true];
  [leases, answers, desired, raised, stateOf] = [new Map(), new Map(), new Map(), new Map(), new Map()];
  listeners = new Set();
  patched = [];
  isOwn = () => false;
});
afterEach(() => {
  stop();
  expect(time.timers, 'timers left').toBe(0);
});

const begin = () => {
  stop = new UnconfirmedBoxes(needs()).start();
};
/** The heartbeat of the host asks at whole seconds. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    time.advance(50);
    for (const answer of answers.values()) {
      if (time.monotonicMs() % heartbeatMs === 0) answer.askedMs = time.monotonicMs();
    }
    await Promise.resolve();
  }
}
const become = async (...now: Box[]) => {
  boxes = now;
  for (const listener of listeners) listener();
  await Promise.resolve();
};
/** The desk runs since long, with this box in order. */
async function running(...now: Box[]): Promise<void> {
  boxes = now;
  for (const { id } of now) answering(id);
  begin();
  await pass(60_000);
  expect(sources()).toEqual([]);
}

test('a whole box that is unplugged is held while it is away, and until it reports as wanted after it came back', async () => {
  await running(boxOf('a'));
  answers.clear();
  await become(boxOf('a', { sound: false, control: false }));
  expect(sources()).toEqual(preamps());
  await pass(60_000);
  expect(sources(), 'the lease is renewed').toEqual(preamps());
  await become(boxOf('a'));
  answering('a', { ...wanted, gainDb: 0 });
  await pass(3000);
  expect(sources(), 'it has other values').toEqual(preamps());
  answering('a');
  await pass(1300);
  expect(sources()).toEqual([]);
  expect([...raised]).toEqual([]);
});

test('where the sound comes first, it is held until the preamps are there and as wanted', async () => {
  await running(boxOf('a'));
  answers.clear();
  await become(boxOf('a', { sound: false, control: false }));
  await become(boxOf('a', { control: false }));
  await pass(6000);
  expect(sources()).toEqual(preamps());
  await become(boxOf('a'));
  answering('a');
  await pass(950);
  expect(sources(), 'no answer is from a heartbeat after both were there').toEqual(preamps());
  await pass(300);
  expect(sources()).toEqual([]);
});

test('where the preamps come first, what they reported before the sound came is no confirmation', async () => {
  await running(boxOf('a'));
  await become(boxOf('a', { sound: false }));
  await pass(60_000);
  expect(sources()).toEqual(preamps());
  await pass(500);
  await become(boxOf('a'));
  await pass(950);
  expect(sources()).toEqual(preamps());
  await pass(1000);
  expect(sources()).toEqual([]);
});

test('preamps that do not answer any more confirm nothing, however well they answered before', async () => {
  await running(boxOf('a'));
  await become(boxOf('a', { sound: false }));
  await become(boxOf('a'));
  const { reported } = answers.get('a') ?? {};
  answers.set('a', { askedMs: Number.NEGATIVE_INFINITY, reported: reported ?? new Map() });
  const answer = answers.get('a');
  for (let passed = 0; passed < 9000; passed += 500) {
    await pass(500);
    if (answer) answer.askedMs = 0;
  }
  expect(sources()).toEqual(preamps());
});

test('preamps that never come hold the sound for ten seconds, and a warning says that they are not there', async () => {
  await running(boxOf('a'));
  answers.clear();
  await become(boxOf('a', { sound: false, control: false }));
  await pass(3000);
  await become(boxOf('a', { control: false }));
  await pass(9900);
  expect([sources(), raised.size]).toEqual([preamps(), 0]);
  await pass(400);
  expect(sources()).toEqual([]);
  expect(raised.get('preamps-unconfirmed-a')).toContain('its preamps are unplugged');
  await become(boxOf('a'));
  answering('a', { ...wanted, pad: true });
  await pass(10_000);
  expect([sources(), raised.size], 'what comes then mutes nothing').toEqual([[], 1]);
  answering('a');
  await pass(2000);
  expect(raised.size).toBe(0);
});

test('preamps that are there and never as wanted hold it as long, by themselves, and the warning names what they lack', async () => {
  await running(boxOf('a'));
  await become(boxOf('a', { sound: false }));
  answers.get('a')?.reported.set(path('a', 2), { ...wanted, phantom: true });
  await become(boxOf('a'));
  await pass(2500);
  expect(sources(), 'the others are confirmed').toEqual(['card-a:in-2']);
  await pass(8000);
  expect(sources()).toEqual([]);
  expect(raised.get('preamps-unconfirmed-a')).toContain('input 2 (phantom)');
});

test('preamps that are lost by themselves mute nothing, neither when they go nor when they come', async () => {
  await running(boxOf('a'));
  answers.clear();
  await become(boxOf('a', { control: false }));
  await pass(30_000);
  expect(leases.size).toBe(0);
  await become(boxOf('a'));
  answering('a', { ...wanted, gainDb: 3 });
  await pass(30_000);
  expect([leases.size, raised.size]).toEqual([0, 0]);
});

test('preamps that are lost while the sound is held hold it no longer than those that never come', async () => {
  await running(boxOf('a'));
  await become(boxOf('a', { sound: false }));
  await become(boxOf('a'));
  await pass(500);
  answers.clear();
  await become(boxOf('a', { control: false }));
  await pass(9400);
  expect(sources()).toEqual(preamps());
  await pass(500);
  expect([sources(), raised.size]).toEqual([[], 1]);
});

test('a desk that starts holds what its boxes have until they are as wanted', async () => {
  [state, driving, isMixerThere] = ['starting', '', false];
  boxes = [boxOf('a', { sound: false, control: false })];
  begin();
  await pass(500);
  driving = 'card-a';
  await become(boxOf('a', { control: false }));
  await pass(300);
  isMixerThere = true;
  await pass(300);
  expect(sources(), 'the outputs are not open yet').toEqual(preamps());
  answering('a');
  state = 'running';
  await become(boxOf('a'));
  await pass(2500);
  expect(sources()).toEqual([]);
});

test('a host that finds a mixer at work mutes nothing, in whichever order it finds the halves', async () => {
  [state, driving] = ['starting', ''];
  boxes = [boxOf('a', { sound: false })];
  begin();
  await pass(100);
  [state, driving] = ['running', 'virtual'];
  const alone: Box = { ...boxOf('a'), id: 'card-a', control: undefined };
  await become(alone);
  await pass(1000);
  await become(boxOf('a'), boxOf('b', { card: 'server:card' }));
  answering('a', { ...wanted, gainDb: 0 });
  await pass(20_000);
  expect([leases.size, raised.size]).toEqual([0, 0]);
});

test('preamps that a host finds before they have named their sound mute nothing of it', async () => {
  [state, driving] = ['starting', ''];
  const unnamed: Box = { ...boxOf('a', { control: false }), ports: [], audio: undefined };
  boxes = [unnamed];
  begin();
  await pass(100);
  [state, driving] = ['running', 'virtual'];
  await become({ ...boxOf('a'), id: 'card-a', control: undefined }, unnamed);
  await pass(500);
  await become(boxOf('a'));
  answering('a', { ...wanted, gainDb: 0 });
  await pass(20_000);
  expect([leases.size, raised.size]).toEqual([0, 0]);
});

test('a sound that is not even listed any more is held by the ports that it had', async () => {
  await running(boxOf('a'));
  const gone = boxOf('a', { sound: false });
  await become({ ...gone, audio: undefined, ports: gone.ports.map((port) => ({ ...port, id: '' })) });
  expect(sources()).toEqual(preamps());
  await become(boxOf('a'));
  await pass(2500);
  expect(sources()).toEqual([]);
});

test('a box of one device is never held, and one that becomes part of another soon after it came is', async () => {
  const alone: Box = { ...boxOf('a'), id: 'card-a', control: undefined };
  await running();
  await become(alone);
  await pass(2000);
  expect(leases.size).toBe(0);
  answering('a');
  await become(boxOf('a'));
  expect(sources()).toEqual(preamps());
  await pass(2500);
  expect(sources()).toEqual([]);
  await become({ ...alone, present: false, audio: { id: 'card-a', driver: 'alsa', present: false } });
  await pass(2000);
  expect(sources()).toEqual([]);
});

test('one that is named as part of another long after it came mutes nothing', async () => {
  await running();
  await become({ ...boxOf('a'), id: 'card-a', control: undefined });
  await pass(11_000);
  await become(boxOf('a'));
  await pass(3000);
  expect([leases.size, raised.size]).toEqual([0, 0]);
});

test('of two boxes each is held by itself', async () => {
  await running(boxOf('a'), boxOf('b'));
  await become(boxOf('a', { sound: false }), boxOf('b'));
  expect(sources()).toEqual(preamps('card-a'));
  await become(boxOf('a'), boxOf('b', { sound: false }));
  expect(sources()).toEqual([...preamps('card-a'), ...preamps('card-b')]);
  await pass(2500);
  expect(sources()).toEqual(preamps('card-b'));
  await become(boxOf('a'));
  expect(sources(), 'a box that is no more').toEqual([]);
});

test('the sources of a half that has no ports while it is away are those that it had', async () => {
  await running(boxOf('a'));
  const away = boxOf('a', { sound: false, control: false });
  await become(boxOf('a', { sound: false }));
  await become({ ...away, audio: undefined, ports: away.ports.map((port) => ({ ...port, id: '' })) });
  await pass(20_000);
  expect(sources()).toEqual(preamps());
});

test('of a half that was not there yet what is patched is held, before it comes', async () => {
  patched = ['card-a:in-2', 'card-a:in-9', 'card-ab:in-1', 'other:in-1'];
  const unknown = { ...boxOf('a', { sound: false, control: false }), ports: [] };
  await running();
  await become(unknown);
  expect(sources()).toEqual(['card-a:in-2', 'card-a:in-9']);
  await pass(5000);
  await become({ ...boxOf('a', { control: false }) });
  expect(sources(), 'its preamps, of which more is known now').toEqual(preamps());
  answering('a');
  await become(boxOf('a'));
  await pass(2500);
  expect(sources()).toEqual([]);
});

test('what stays the own value of a box is not waited for', async () => {
  isOwn = (_path, field) => field === 'gainDb';
  await running(boxOf('a'));
  await become(boxOf('a', { sound: false }));
  await become(boxOf('a'));
  answering('a', { ...wanted, gainDb: 17 });
  await pass(5_000);
  expect([sources(), raised.size]).toEqual([[], 0]);
});

test('what the preamps can not read back counts as they took it, and what they refuse does not', async () => {
  await running(boxOf('a'));
  stateOf.set('phantom', 'unverified');
  await become(boxOf('a', { sound: false }));
  await become(boxOf('a'));
  await pass(2500);
  expect(sources()).toEqual([]);
  stateOf.set('gainDb', 'refused');
  await become(boxOf('a', { sound: false }));
  await become(boxOf('a'));
  await pass(5000);
  expect(sources()).toEqual(preamps());
  await pass(6000);
  expect(raised.get('preamps-unconfirmed-a')).toContain('input 1 (gainDb)');
});

test('a socket with phantom power is held until its sound has settled', async () => {
  await running(boxOf('a'));
  const powered = { ...wanted, phantom: true };
  desired.set(path('a', 1), powered);
  answers.get('a')?.reported.set(path('a', 1), powered);
  await become(boxOf('a', { sound: false }));
  await become(boxOf('a'));
  await pass(2900);
  expect(sources()).toEqual(['card-a:in-1']);
  await pass(400);
  expect(sources()).toEqual([]);
});

test('another mixer gets what is held at once', async () => {
  await running(boxOf('a'));
  await become(boxOf('a', { sound: false }));
  leases.clear();
  state = 'degraded';
  await become(boxOf('a', { sound: false }));
  expect(sources()).toEqual(preamps());
});
