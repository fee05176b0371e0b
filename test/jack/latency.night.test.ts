// What the desk adds to a path through JACK, measured by JACK's own program, and what JACK is told of it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { boxIn, isBuilt, startDeskIn } from './desk-in.ts';
import { JackServer, whyNoJack } from './server.ts';

const rate = 48_000;

const tests = () => {
  let server: JackServer;
  let desk: Service;
  let box: string;
  beforeEach(async () => {
    server = new JackServer({ frames: 256 });
    await server.start();
    box = boxIn(server);
    desk = await startDeskIn(server);
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0, pan: -100 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
  });
  afterEach(async () => {
    await stopServices();
    await server.remove();
  });

  const latencyOf = (port: string) => {
    const text = server.run('jack_lsp', '-l', port);
    const of = (kind: string) =>
      new RegExp(`port ${kind} latency = \\[ (\\d+) (\\d+) \\]`).exec(text)?.slice(1, 3).map(Number);
    return { playback: of('playback'), capture: of('capture') };
  };

  test('a loop through the desk takes exactly one period, whatever the period', async () => {
    const measured: string[] = [];
    server.lines('jack_iodelay', [], (line) => {
      const frames = /^\s*([\d.]+) frames .*total roundtrip/.exec(line)?.[1];
      if (frames !== undefined) measured.push(frames);
    });
    await until('its ports', () => server.ports().includes('jack_delay:in'));
    server.run('jack_connect', 'jack_delay:out', 'rowdesk:in_1');
    server.run('jack_connect', 'rowdesk:out_1', 'jack_delay:in');
    for (const frames of [256, 512, 1024]) {
      server.run('jack_bufsize', String(frames));
      await desk.until('/clock', (row) => row.quantum === frames);
      measured.length = 0;
      const isSteady = () => measured.length >= 3 && measured.slice(-3).every((each) => each === `${frames}.000`);
      await until(`${frames} frames`, isSteady, () => measured.slice(-8));
    }
  });

  test('a latency that can not be is not believed: the ports beside it count, and others hear nothing of it', async () => {
    const program = join(server.folder, 'told');
    const source = fileURLToPath(new URL('told.c', import.meta.url));
    execFileSync('cc', ['-std=gnu11', '-O2', '-Wall', '-Wextra', source, '-o', program, '-ljack']);
    const inputMs = async () => {
      const { report } = (await desk.get('/telemetry/latency')).body;
      return report?.paths.find(({ from }: { from: string }) => from === `${box}:in-1`)?.inputMs;
    };
    const told = { 'below-0': [-100, -10], upside: [9000, 300], hours: [0, 2 ** 31] };
    for (const [n, [name, range]] of Object.entries(told).entries()) {
      const lines: string[] = [];
      server.lines(program, [server.name, name, ...range.map(String)], (line) => lines.push(line));
      await until(name, () => lines.includes('ready'));
      server.run('jack_connect', `${name}:out`, `rowdesk:in_${3 + n}`);
    }
    // The last one is believed: what was told before it has come as well.
    const lines: string[] = [];
    server.lines(program, [server.name, 'late', '900', '1256'], (line) => lines.push(line));
    await until('late', () => lines.includes('ready'));
    server.run('jack_connect', 'late:out', 'rowdesk:in_10');
    await until('the latency of what is behind the desk', () => latencyOf('rowdesk:out_1').capture?.[1] === 1256);
    expect(latencyOf('rowdesk:out_1').capture).toEqual([256, 1256]);
    await vi.waitFor(async () => expect(await inputMs()).toBeCloseTo((1256 / rate) * 1000, 2));
  });

  test("the latency of the card is the device's, and goes through the desk's ports as it is", async () => {
    // The dummy driver: one period in, in which the desk's block fills, and two out.
    const periodMs = (256 / rate) * 1000;
    const { report } = await desk.until('/telemetry/latency', (row) => row.report?.roundTripMs > 2 * periodMs);
    expect(report.roundTripMs).toBeCloseTo(3 * periodMs, 2);
    const first = report.paths.find(({ from }: { from: string }) => from === `${box}:in-1`);
    expect(first.inputMs).toBeCloseTo(periodMs, 2);
    expect(first.outputMs).toBeCloseTo(2 * periodMs, 2);
    await until(
      'the latency of both sides',
      () => latencyOf('rowdesk:out_1').capture?.[1] === 256 && latencyOf('rowdesk:in_1').playback?.[1] === 512,
      () => [latencyOf('rowdesk:out_1'), latencyOf('rowdesk:in_1')],
    );
  });
};

const reason = whyNoJack([isBuilt, 'the native part (npm run build)']);
describe.skipIf(reason !== '')('latency in JACK', { timeout: 120_000 }, tests);
