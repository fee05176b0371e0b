// The desk as a client of a real JACK server: what another client plays comes out of a main, through changes of the buffer
// size and the end of the server.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { roundsOf } from '../harness/depth.ts';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { peakDb } from '../harness/sound.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';
import { boxIn, isBuilt, startDeskIn } from './desk-in.ts';
import { Judge } from './judge.ts';
import { JackServer, whyNoJack } from './server.ts';

const rate = 48_000;
const frequencyHz = 997;
const toneDb = -6;
const withinDb = 0.05;
/** Centre of the pan law. */
const centreDb = 10 * Math.log10(1 / 2);
/** Each takes the second in which a clock has to be steady. */
const restarts = roundsOf({ sample: 2, full: 20, soak: 20 });

const tests = () => {
  let server: JackServer;
  let desk: Service;
  let box: string;
  const startServer = async () => {
    server = new JackServer({ frames: 512 });
    await server.start();
    box = boxIn(server);
  };
  const endServer = async () => {
    await stopServices();
    await server.remove();
  };

  const clock = (quantum: number) => desk.until('/clock', (row) => row.quantum === quantum && row.rate === rate);
  const judging = (name: string) => Judge.start(server, { name, outputs: 1, inputs: 2, frequencyHz, levelDb: toneDb });

  /**
   * Links a tone into the first port, and records the first two: the last half second that the server runs in its freewheel mode.
   * A clock that was lost while the server changed its mode is steady again before it.
   */
  async function heard(name: string): Promise<readonly Float64Array[]> {
    const judge = await judging(name);
    server.run('jack_connect', `${name}:out_1`, 'rowdesk:in_1');
    for (const n of [1, 2]) server.run('jack_connect', `rowdesk:out_${n}`, `${name}:in_${n}`);
    // A cycle that was late for long closes the outputs for a moment, which the hurry would pass over.
    await desk.until('/channel/main/1', ({ mutedBy }) => !mutedBy.includes('clock'));
    await judge.hurried();
    const { channels, hurried } = await judge.end();
    return channels.slice(1).map((samples) => samples.slice(hurried.to - rate / 2, hurried.to));
  }

  function expectLevel(sound: readonly Float64Array[], levelDb: number): void {
    expect(sound).toHaveLength(2);
    for (const samples of sound) {
      const measured = steadyLevelDb(samples, frequencyHz, rate);
      expect(Math.abs(measured - levelDb), `${measured} dB`).toBeLessThan(withinDb);
    }
  }

  async function throughAtFull(): Promise<void> {
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
  }

  describe('that these tests share', () => {
    beforeAll(async () => {
      await startServer();
      desk = await startDeskIn(server);
    });
    afterAll(endServer);

    test('a tone of another client leaves a main at the level that pan law and fader give it', async () => {
      await clock(512);
      await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: -10 });
      await write(desk, '/channel/main/1', { levelDb: 0 });
      await settled(desk);
      expectLevel(await heard('plain'), toneDb - 10 + centreDb);
      await write(desk, `/stagebox/${box}`, { enabled: false });
      await settled(desk);
      for (const samples of await heard('off')) expect(peakDb(samples)).toBe(Number.NEGATIVE_INFINITY);
      await write(desk, `/stagebox/${box}`, { enabled: true });
    });

    test("the clock is the server's, and the rows say what it is", async () => {
      expect((await desk.get('/clock')).body).toMatchObject({ rate, quantum: 512, supportedRates: [rate] });
      const { references } = (await desk.get('/clock/references')).body;
      expect(references).toContainEqual(expect.objectContaining({ id: `jack:${server.name}`, grade: 'internal' }));
      const { devices } = (await desk.get('/hardware')).body;
      expect(devices).toContainEqual(
        expect.objectContaining({ id: box, label: `JACK (${server.name})`, driver: 'jack', present: true }),
      );
    });

    test('ports are named for what is patched to them, until the operator gives a socket a label', async () => {
      const aliased = (port: string, ...aliases: readonly string[]) =>
        until(
          `${port}: ${aliases}`,
          () => server.aliases(port).join() === aliases.join(),
          () => server.aliases(port),
        );
      await aliased('rowdesk:out_1', 'rowdesk:main 1 left');
      await write(desk, '/channel/input/3', { name: 'Vocals', sourceId: `${box}:in-7` });
      await aliased('rowdesk:in_7', 'rowdesk:input 3 Vocals');
      await write(desk, `/stagebox/${box}/inputs/7`, { label: 'SM58' });
      await aliased('rowdesk:in_7', 'rowdesk:SM58');
      await write(desk, '/channel/input/3', { sourceId: `${box}:in-8` });
      await write(desk, `/stagebox/${box}/inputs/7`, { label: '' });
      await aliased('rowdesk:in_7');
      await aliased('rowdesk:in_8', 'rowdesk:input 3 Vocals');
    });

    test('a buffer size that changes is that of the desk, and sound goes on', async () => {
      await throughAtFull();
      // The last one is more than a block of the mixer holds.
      for (const frames of [256, 2048, 8192]) {
        server.run('jack_bufsize', String(frames));
        await clock(frames);
        expectLevel(await heard(`at-${frames}`), toneDb + centreDb);
      }
    });
  });

  describe('of each test', () => {
    beforeEach(startServer);
    afterEach(endServer);

    test('a desk begins with the ports of the card, and with none where the configuration says so', async () => {
      desk = await startDeskIn(server);
      const card = [
        'rowdesk:out_1 -> system:playback_1',
        'rowdesk:out_2 -> system:playback_2',
        'system:capture_1 -> rowdesk:in_1',
        'system:capture_2 -> rowdesk:in_2',
      ];
      await until(
        'links',
        () => server.links().length === card.length,
        () => server.links(),
      );
      expect(server.links()).toEqual(card);
      expect(server.ports().filter((port) => port.startsWith('rowdesk:'))).toHaveLength(64);
      await desk.stop();
      desk = await startDeskIn(server, { connect: 'none', inputs: 64, outputs: 3, clientName: 'Front of house' });
      await until(
        'the client',
        () => server.ports().filter((port) => port.startsWith('Front of house:')).length === 67,
      );
      expect(server.links()).toEqual([]);
    });

    test(`a server that is killed ${restarts} times is connected to again, with links and sound as before`, async () => {
      desk = await startDeskIn(server);
      await throughAtFull();
      await write(desk, `/stagebox/${box}/inputs/1`, { label: 'Kick' });
      await clock(512);
      server.run('jack_disconnect', 'system:capture_2', 'rowdesk:in_2');
      server.run('jack_connect', 'rowdesk:out_5', 'rowdesk:in_7');
      const links = [
        'rowdesk:out_1 -> system:playback_1',
        'rowdesk:out_2 -> system:playback_2',
        'rowdesk:out_5 -> rowdesk:in_7',
        'system:capture_1 -> rowdesk:in_1',
      ];
      await until(
        'links',
        () => server.links().join() === links.join(),
        () => server.links(),
      );
      // A link that ends in the last half second before its server counts as one that the server ended.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const { processId } = (await desk.get('/telemetry/rt')).body;
      const engine = (state: string) => desk.until('/console', (row) => row.engine === state);
      for (let n = 1; n <= restarts; n++) {
        // An orderly end takes the socket away, a kill leaves it.
        const isOrderly = n % 4 === 0;
        await server.end(isOrderly ? 'SIGTERM' : 'SIGKILL');
        if (isOrderly) await engine('degraded');
        else await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.includes('clock'));
        const isWarned = (row: unknown) => JSON.stringify(row).includes(`JACK (${server.name})`);
        if (!isOrderly) await desk.until('/warnings', isWarned);
        await server.start();
        await clock(512);
        await engine('running');
        await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
        await until(
          `links ${n}`,
          () => server.links().join() === links.join(),
          () => server.links(),
        );
        await until(`the alias ${n}`, () => server.aliases('rowdesk:in_1').includes('rowdesk:Kick'));
        await desk.until('/warnings', (row) => !isWarned(row));
      }
      expectLevel(await heard('again'), toneDb + centreDb);
      expect((await desk.get('/telemetry/rt')).body.processId).toBe(processId);
    });

    test('a source that a strip hears stays in the list while its server is dead, all others go, and all are back with it', async () => {
      desk = await startDeskIn(server);
      await clock(512);
      await write(desk, '/channel/input/1', { sourceId: `${box}:in-1` });
      await write(desk, '/channel/input/2', { sourceId: '' });
      await write(desk, `/source/${box}:in-3`, { label: 'Spare' });
      const listOf = ({ sources }: { sources: readonly { id: string; present: boolean }[] }) =>
        sources.map(({ id, present }) => `${id} ${present ? 'present' : 'absent'}`);
      const before = listOf((await desk.get('/source')).body);
      expect(before.filter((each) => each.startsWith(`${box}:`) && each.endsWith(' present'))).toHaveLength(32);
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        await server.end(signal);
        const kept = [`${box}:in-1 absent`, `${box}:in-3 absent`];
        await desk.until(
          '/source',
          (sources) =>
            listOf(sources)
              .filter((each) => each.startsWith(box))
              .join() === kept.join(),
        );
        expect((await desk.get(`/source/${box}:in-9`)).status).toBe(404);
        await server.start();
        await desk.until('/source', (sources) => listOf(sources).join() === before.join());
      }
    });

    test('a server that ends before the links are back has them at its next start', async () => {
      desk = await startDeskIn(server);
      await clock(512);
      server.run('jack_connect', 'rowdesk:out_5', 'rowdesk:in_7');
      const hasLinks = () => server.links().length === 5;
      await until('links', hasLinks, () => server.links());
      const links = server.links();
      for (let n = 1; n <= 5; n++) {
        await server.end('SIGKILL');
        await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.includes('clock'));
        await server.start();
        // The desk asks for its links once the server runs its cycles, which is some milliseconds after it has its ports.
        await until('the client', () => server.ports().includes('rowdesk:out_32'));
      }
      await until('links again', hasLinks, () => server.links());
      expect(server.links()).toEqual(links);
    });

    test('a server or a desk that is stopped for a moment loses frames, which are xruns, and sound goes on', async () => {
      desk = await startDeskIn(server);
      await throughAtFull();
      const rt = async () => (await desk.get('/telemetry/rt')).body;
      for (const which of ['server', 'desk']) {
        const before = await rt();
        const pid = which === 'server' ? server.pid : before.processId;
        process.kill(pid, 'SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 200));
        process.kill(pid, 'SIGCONT');
        await desk.until('/telemetry/rt', (row) => row.xruns > before.xruns);
        expectLevel(await heard(`after-${which}`), toneDb + centreDb);
        expect((await rt()).processId).toBe(before.processId);
      }
    });
  });
};

const reason = whyNoJack([isBuilt, 'the native part (npm run build)']);
describe.skipIf(reason !== '')('the desk in JACK', { timeout: 600_000 }, tests);
