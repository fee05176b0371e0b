// An insert through hardware: the desk's own ports are the hardware, linked by JACK from an output back to an input.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';
import { boxIn, isBuilt, startDeskIn } from './desk-in.ts';
import { Judge } from './judge.ts';
import { JackServer, whyNoJack } from './server.ts';

const rate = 48_000;
/** Long enough that a busy machine ends most cycles in time. */
const quantum = 1024;
const frequencyHz = 997;
const levelDb = -12;
const place = '/channel/input/1/chain/processors/insert1';
const insert = { strip: { kind: 'input', index: 1 }, insert: 'insert1' };

const tests = () => {
  let server: JackServer;
  let desk: Service;
  let judge: Judge;
  beforeEach(async () => {
    server = new JackServer({ frames: quantum });
    await server.start();
    const box = boxIn(server);
    desk = await startDeskIn(server, { inputs: 8, outputs: 8, connect: 'none' });
    await write(desk, '/console', { alignLimitMs: 50 });
    for (const n of [1, 2]) {
      const strip = { sourceId: `${box}:in-1`, levelDb: 0, pan: -100, polarityInverted: n === 2 };
      await write(desk, `/channel/input/${n}`, strip);
    }
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await write(desk, '/patch', {
      inserts: [{ ...insert, leg: 'left', sendPortId: `${box}:out-7`, returnPortId: `${box}:in-7` }],
    });
    await settled(desk);
    server.run('jack_connect', 'rowdesk:out_7', 'rowdesk:in_7');
    judge = await Judge.start(server, { name: 'judge', outputs: 1, inputs: 1, frequencyHz, levelDb });
    server.run('jack_connect', 'judge:out_1', 'rowdesk:in_1');
    server.run('jack_connect', 'rowdesk:out_1', 'judge:in_1');
  });
  afterEach(async () => {
    await stopServices();
    await server.remove();
  });

  /** A cycle that is late takes a click with it, and the measurement is refused. */
  const measured = async () => {
    for (let tries = 1; ; tries++) {
      const task = await runTask(desk, '/patch/inserts/measure', insert);
      if (task.refusal === null || tries === 10) return task;
    }
  };
  const heard = async (sound: string) => {
    await desk.until(`${place}/status`, (row) => row.state === 'running' && row.heard === sound);
    await settled(desk);
  };
  /** What the judge hears in half a second of the server's freewheel mode, in which no cycle is late. */
  const ended = async (): Promise<Float64Array> => {
    await desk.until('/channel/main/1', ({ mutedBy }) => !mutedBy.includes('clock'));
    await judge.hurried();
    const { channels, hurried } = await judge.end();
    return (channels[1] as Float64Array).slice(hurried.to - rate / 2, hurried.to);
  };

  test('measured by clicks it is aligned: dry and inverted dry are silence', async () => {
    const { report, refusal } = await measured();
    expect(refusal).toBeNull();
    // JACK gives a client's own sound back in the next cycle.
    expect(report).toMatchObject({ outcome: 'applied', frames: quantum });
    expect(Math.abs(report.gainDb)).toBeLessThan(0.01);
    await desk.until('/patch/insertLatencies', ({ latencies }) => latencies[0]?.by === 'measured');
    await heard('return');
    const { insertLatencyMs } = (await desk.get('/channel/input/1/chain')).body;
    expect(insertLatencyMs).toBeCloseTo((quantum * 1000) / rate, 2);
    expect(peakDb(await ended())).toBeLessThan(-120);
  });

  test('one strip alone sounds through it, and passed by it is as loud', async () => {
    await write(desk, '/channel/input/2', { muted: true });
    await measured();
    await heard('return');
    await judge.more(rate);
    await write(desk, place, { enabled: false });
    await heard('dry');
    const sound = fitSine(await ended(), frequencyHz, rate);
    expect(sound.levelDb).toBeCloseTo(levelDb, 1);
    expect(sound.residualDb).toBeLessThan(-90);
  });

  test('without a cable nothing is measured, and the reason says so', async () => {
    server.run('jack_disconnect', 'rowdesk:out_7', 'rowdesk:in_7');
    const { report, refusal } = await runTask(desk, '/patch/inserts/measure', insert);
    expect(report ?? null).toBeNull();
    expect(JSON.stringify(refusal)).toMatch(/nothing comes back/);
    expect((await desk.get('/patch/insertLatencies')).body.latencies).toMatchObject([{ by: 'devices' }]);
  });
};

const reason = whyNoJack([isBuilt, 'the native part (npm run build)']);
describe.skipIf(reason !== '')('an insert through hardware, in JACK', { timeout: 120_000 }, tests);
