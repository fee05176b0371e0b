// `rowdesk doctor` beside a real PipeWire: what it says is what pw-metadata and the kernel know.
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { cli } from '../harness/service.ts';

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly fix: string;
}

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
  });
  afterEach(() => daemon.remove());

  function finding(name: string): Finding | undefined {
    const args = [cli, 'doctor', '--port', '0', '--state', daemon.folder, '-o', 'json'];
    const env = { ...process.env, ...daemon.forClients };
    const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    return (JSON.parse(stdout) as { findings: readonly Finding[] }).findings.find((each) => each.name === name);
  }

  test('the server is found with its socket and its version, and a socket left behind is told apart', async () => {
    const found = finding('pipewire');
    expect(found).toMatchObject({ ok: true, detail: expect.stringContaining(daemon.socket) });
    expect(found?.detail).toContain(`server ${pipewire.version}, library ${pipewire.version}`);
    await daemon.end('SIGKILL');
    expect(finding('pipewire')).toMatchObject({
      ok: false,
      detail: `${daemon.socket} is a socket that no server listens at`,
    });
  }, 120_000);

  test('a quantum that another program forces is a fault, and its command mends it', () => {
    expect(finding('quantum')).toMatchObject({ ok: true });
    daemon.run('pw-metadata', '-n', 'settings', '0', 'clock.force-quantum', '512');
    const forced = finding('quantum');
    expect(forced).toMatchObject({ ok: false, detail: expect.stringMatching(/^512 frames at 48000 Hz are forced/) });
    const [program, ...args] = (forced?.fix ?? '').split(' ') as [string, ...string[]];
    daemon.run(program, ...args);
    expect(finding('quantum')).toMatchObject({ ok: true, fix: '' });
  }, 120_000);
};

for (const pipewire of usualPipeWires) {
  describe.skipIf(whyNot(pipewire) !== '')(`PipeWire ${pipewire.version}`, () => tests(pipewire));
}
