// `rowdesk latency` over a real PipeWire: a link from an output of the desk to an input of the desk is a cable of one
// quantum exactly, since a cycle hears what the cycle before it played.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { cli, type Service, stopServices } from '../harness/service.ts';
import { isBuilt, startDeskIn } from './desk-in.ts';

const from = 'pipewire-0-io:out-5';
const to = 'pipewire-0-io:in-7';
/** The rows that the command borrows. */
const borrowed = ['/patch', '/channel/input/8', '/channel/input/8/align', '/channel/matrix/2', '/console/oscillator'];

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    desk = await startDeskIn(daemon);
    await desk.until('/clock', (row) => row.quantum === 64 && row.rate === 48_000);
    daemon.run('pw-link', 'rowdesk:out_5', 'rowdesk:in_7');
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  /** As desired: what silences a strip is observed, and follows. */
  const rows = () =>
    Promise.all(
      borrowed.map(async (path) => {
        const { mutedBy: _, ...fields } = (await desk.get(path)).body;
        return fields;
      }),
    );
  const measure = (output = from) =>
    spawn(process.execPath, [cli, 'latency', '--from', output, '--to', to, '--url', desk.url, '-o', 'json'], {
      stdio: 'pipe',
    });
  async function end(child: ChildProcess) {
    let out = '';
    let err = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, out, err };
  }

  test('a link is one quantum, all of it the block; a delay of the strip is told apart; every row is as before', async () => {
    const before = await rows();
    const { code, out, err } = await end(measure());
    expect([code, err]).toEqual([0, expect.stringContaining('Playing noise of -20 dB from matrix/2')]);
    expect(JSON.parse(out)).toMatchObject({ from, to, blockFrames: 64, roundTripFrames: 64, roundTripMs: 1.333 });
    expect(JSON.parse(out)).toMatchObject({ blockMs: 1.333, processorsMs: 0, delaysMs: 0, outsideMs: 0 });
    expect(await rows()).toEqual(before);

    await desk.patch('/channel/matrix/2/align', { delayMs: 5 });
    const later = JSON.parse((await end(measure())).out);
    expect(later).toMatchObject({ roundTripFrames: 64 + 240, delaysMs: 5, outsideMs: 0 });
  });

  test('without a way back there is a refusal instead of a figure, and every row is as before', async () => {
    const before = await rows();
    daemon.run('pw-link', '-d', 'rowdesk:out_5', 'rowdesk:in_7');
    const { code, out, err } = await end(measure());
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('no clear answer within 15 s');
    expect(await rows()).toEqual(before);
  });

  test('an interruption while the noise plays leaves every row as before; a port that plays a main is refused', async () => {
    const before = await rows();
    const child = measure();
    const ended = end(child);
    await desk.until('/console/oscillator', (row) => row.enabled);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Interrupted') });
    expect(await rows()).toEqual(before);
    const refused = await end(measure('pipewire-0-io:out-1'));
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('plays main/1')]);
  });

  test('a command that is killed leaves no noise', async () => {
    const child = measure();
    const ended = end(child);
    await desk.until('/console/oscillator', (row) => row.enabled);
    await desk.until('/channel/input/8/meter', (row) => row.preDb[0] > -60);
    child.kill('SIGKILL');
    await ended;
    expect(await desk.until('/console/oscillator', (row) => !row.enabled)).toMatchObject({ whileWatched: true });
    await desk.until('/channel/input/8/meter', (row) => row.preDb[0] < -120);
  });
};

for (const pipewire of usualPipeWires) {
  const why = whyNot(pipewire, [isBuilt, 'the built driver pipewire-io']);
  describe.skipIf(why !== '')(`PipeWire ${pipewire.version}`, () => tests(pipewire));
}
