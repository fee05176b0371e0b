import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, pipewires, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { isThinned } from '../harness/depth.ts';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { isBuilt, startDeskIn } from './desk-in.ts';
import { listen } from './tone.ts';

const box = 'pipewire-0-io';
const [hall, room] = ['pipewire-0:hall', 'pipewire-0:monitor~20room'];

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  const start = async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    desk = await startDeskIn(daemon, 'pipewire');
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
  };
  const end = async () => {
    await stopServices();
    await daemon.remove();
  };

  const clock = (quantum: number, rate: number) =>
    desk.until('/clock', (row) => row.quantum === quantum && row.rate === rate);
  /** As another controller. */
  const setting = (key: string, value: number) => daemon.run('pw-metadata', '-n', 'settings', '0', key, String(value));
  /** What the desk's node asks of the server. */
  const nodeForces = () => Number(daemon.nodeNamed('rowdesk')?.info?.props?.['node.force-rate'] ?? 0);
  const force = async () => (await desk.get('/clock/force')).body;
  const processId = async () => (await desk.get('/telemetry/rt')).body.processId;

  const refusal = (text: string) =>
    desk.until('/clock/warnings', ({ warnings }) =>
      warnings.some(
        ({ id, detail }: { id: string; detail: string }) => id === 'refused-clock' && detail.includes(text),
      ),
    );
  const pace = async () => (await desk.get('/clock/ownership/reference')).body;

  describe('as these tests leave it as they find it', () => {
    beforeAll(start);
    afterAll(end);

    test('quantum and rate that another controller changes under sound are those of the desk at once, and sound goes on', async () => {
      const before = await processId();
      await clock(64, 48000);
      const sound = await listen(daemon, desk, 'quanta', 48000);
      // Thousands of cycles a second take a processor each from the server, pw-cat and the desk.
      for (const quantum of isThinned ? [256, 1024, 8192] : [16, 32, 64, 256, 1024, 2048, 8192]) {
        setting('clock.force-quantum', quantum);
        await clock(quantum, 48000);
        await desk.until('/telemetry/rt', (row) => row.quantum === quantum && row.rate === 48000);
        // Of 3000 cycles a second many are lost, by pw-cat as well.
        await sound.hear(quantum < 64 ? 0.006 : undefined);
      }
      setting('clock.force-quantum', 0);
      await clock(64, 48000);
      await sound.end();
      for (const rate of isThinned ? [44100, 48000] : [44100, 96000, 48000]) {
        setting('clock.force-rate', rate);
        await clock(64, rate);
        await desk.until('/telemetry/rt', (row) => row.quantum === 64 && row.rate === rate);
        const other = await listen(daemon, desk, `at-${rate}`, rate);
        await other.hear();
        await other.end();
      }
      setting('clock.force-rate', 0);
      expect(await processId()).toBe(before);
      expect((await desk.get('/channel/main/1')).body.mutedBy).toEqual([]);
      expect(await force()).toEqual({ rate: null, rateNotApplied: false });
    });

    test('a forced rate runs at its pitch, and a rate that the server has not is never asked for', async () => {
      await write(desk, '/clock/force', { rate: 96000 });
      await clock(64, 96000);
      expect(await force()).toEqual({ rate: 96000, rateNotApplied: false });
      expect(nodeForces()).toBe(96000);
      const sound = await listen(daemon, desk, 'high', 96000);
      await sound.hear();
      await write(desk, '/clock/force', { rate: 192000 });
      await refusal('does not run at 192000 Hz, but at 44100, 48000, 96000 Hz');
      expect(await force()).toEqual({ rate: 192000, rateNotApplied: true });
      expect(nodeForces()).toBe(96000);
      await write(desk, '/clock/force', { rate: 0 });
      await clock(64, 48000);
      await until('no force', () => nodeForces() === 0);
      expect(await force()).toEqual({ rate: 0, rateNotApplied: false });
      await sound.end();
    });

    test('cycles that the desk misses are xruns', async () => {
      const { xruns } = (await desk.get('/telemetry/rt')).body;
      const audio = await processId();
      process.kill(audio, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 100));
      process.kill(audio, 'SIGCONT');
      const row = await desk.until('/telemetry/rt', (each) => each.xruns > xruns);
      expect(row.lastXrunAt).not.toBe('');
      expect(await processId()).toBe(audio);
    });
  });

  // What the desk makes of it is the same with both versions.
  describe.skipIf(!usualPipeWires.includes(pipewire))('of each test', () => {
    beforeEach(start);
    afterEach(end);

    test('a rate that another controller forces goes before that of the desk, and the row says so', async () => {
      setting('clock.force-rate', 96000);
      await clock(64, 96000);
      await write(desk, '/clock/force', { rate: 44100 });
      await refusal('44100 Hz is asked for, and what drives the mixer runs at 96000 Hz');
      expect(await force()).toEqual({ rate: 44100, rateNotApplied: true });
      setting('clock.force-rate', 0);
      await clock(64, 44100);
      await desk.until('/clock/force', ({ rateNotApplied }) => !rateNotApplied);
      await desk.until('/clock/warnings', ({ warnings }) => warnings.length === 0);
      await write(desk, '/clock/force', { rate: 0 });
      await clock(64, 48000);
      setting('clock.force-rate', 96000);
      await clock(64, 96000);
      setting('clock.force-rate', 0);
      // Up to 0.3 a server keeps the rate while a node runs.
      const left = pipewire.version.startsWith('0.') ? 96000 : 48000;
      await clock(64, left);
      const sound = await listen(daemon, desk, 'left', left);
      await sound.hear();
      await sound.end();
      expect((await desk.get('/clock')).body.rate).toBe(left);
      expect(await force()).toEqual({ rate: 0, rateNotApplied: false });
    });

    test('a follower forces nothing on the server, and a master what is still desired', async () => {
      await desk.until('/clock/references', ({ references }) => references[0].id === hall);
      await write(desk, '/clock/ownership', { role: 'follower', designatedReference: hall });
      await write(desk, '/clock/force', { rate: 96000 });
      await refusal('does not force it to 96000 Hz');
      expect(await force()).toEqual({ rate: 96000, rateNotApplied: true });
      expect(nodeForces()).toBe(0);
      expect(await pace()).toMatchObject({
        ...{ designated: true, eligible: true, flagged: false, paceLocked: true, paceOwner: hall, reason: '' },
        rates: [44100, 48000, 96000],
      });
      setting('clock.force-rate', 44100);
      await clock(64, 44100);
      setting('clock.force-rate', 0);
      await write(desk, '/clock/ownership', { role: 'master' });
      await clock(64, 96000);
      await desk.until('/clock/force', ({ rateNotApplied }) => !rateNotApplied);
      expect(nodeForces()).toBe(96000);
      await write(desk, '/clock/ownership', { role: 'follower' });
      await until('no force', () => nodeForces() === 0);
      await clock(64, 48000);
      await desk.until('/clock/force', ({ rateNotApplied }) => rateNotApplied);
    });

    /** What drives, as `/clock/references` says once the server has such drivers. */
    const driven = (by: string, others: readonly string[]) =>
      desk.until('/clock/references', ({ references }) => {
        const ids = references.map(({ id }: { id: string }) => id);
        const driving = references.filter((each: { driving: boolean }) => each.driving);
        return driving.length === 1 && driving[0].id === by && ids.slice(1).join() === others.join();
      });

    test('the driver that runs the desk is the reference that drives, when links change it and when it goes', async () => {
      const { references } = await driven(hall, [room, 'synthetic']);
      expect(references).toMatchObject([
        { id: hall, label: 'Hall & foyer', driving: true, grade: 'internal', priority: 200 },
        { id: room, label: 'Monitor room', driving: false, grade: 'internal', priority: 100 },
        { id: 'synthetic', driving: false, grade: 'synthetic', priority: 0 },
      ]);
      await write(desk, '/clock/ownership', { designatedReference: room });
      await desk.until('/clock/warnings', ({ warnings }) => warnings[0]?.id === 'clock-reference-not-driving');
      expect((await pace()).lockDetail).toContain(`${hall} (priority 200) drives`);
      daemon.run('pw-link', 'rowdesk:out_1', 'monitor room:playback_FL');
      await driven(room, [hall, 'synthetic']);
      await desk.until('/clock/warnings', ({ warnings }) => warnings.length === 0);
      const sound = await listen(daemon, desk, 'driver', 48000);
      await sound.hear();
      daemon.run('pw-cli', 'destroy', String(daemon.nodeNamed('monitor room')?.id));
      await driven(hall, ['synthetic']);
      await sound.hear();
      await sound.end();
      await desk.until('/clock/warnings', ({ warnings }) => warnings[0]?.id === 'clock-reference-absent');
      expect(await pace()).toMatchObject({ designated: true, eligible: false, paceOwner: hall, reference: null });
      expect((await desk.get('/channel/main/1')).body.mutedBy).toEqual([]);
    });

    test('a server that is killed is a lost reference until its cycles come again', async () => {
      await driven(hall, [room, 'synthetic']);
      await daemon.end('SIGKILL');
      await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.join() === 'clock');
      const { references } = await driven('synthetic', ['pipewire-0']);
      expect(references[1].grade).toBe('lost');
      expect(await pace()).toMatchObject({ flagged: true, paceLocked: false, paceOwner: 'synthetic' });
      daemon.start();
      await driven(hall, [room, 'synthetic']);
      await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
      expect(await pace()).toMatchObject({ flagged: false, paceLocked: true, paceOwner: hall });
    });
  });
};

for (const pipewire of pipewires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`the clock of PipeWire ${pipewire.version}`, { timeout: 120_000 }, () =>
    tests(pipewire),
  );
}
