// The driver of sessions beside programs that know nothing of it: ffmpeg announces and reads by SAP, Avahi publishes and browses
// by mDNS.
import type { ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../hardware-drivers/aes67-sessions/js/session.ts';
import { root } from '../harness/service.ts';
import { type End, isProgram, Network, setCable, whyNoNetwork } from './namespaces.ts';
import { ended } from './place.ts';
import { script } from './programs.ts';

const reason = whyNoNetwork(
  [isProgram('ffmpeg') && isProgram('ffprobe'), 'ffmpeg'],
  [isProgram('avahi-daemon'), 'avahi-daemon'],
  [isProgram('avahi-browse') && isProgram('avahi-publish'), 'avahi-utils'],
  [isProgram('dbus-daemon'), 'dbus-daemon'],
  [existsSync(join(root, 'hardware-drivers/aes67-sessions/dist/index.js')), 'the built driver aes67-sessions'],
);
const stream = {
  ...{ id: 'main', name: 'FOH mix', encoding: 'L24', rateHz: 48_000, channels: 2, payloadType: 97 },
  paths: [{ address: '239.1.2.3', port: 5004, ttl: 32 }],
  ...{ channelLabels: ['Vox', 'Guitar'], packetTimeUs: 1_000, packetFrames: 48, clock: null },
};
const subtype = '_ravenna_session._sub._rtsp._tcp';
/** As a device of Dante describes its session. */
const foreign = [
  ...['v=0', 'o=- 1423986 1423994 IN IP4 10.77.0.2', 's=AOIP44 : 2', 'c=IN IP4 239.65.45.154/32', 't=0 0'],
  ...['m=audio 5004 RTP/AVP 97', 'i=2 channels: TxChan 0, TxChan 1', 'a=rtpmap:97 L24/48000/2', 'a=ptime:1', ''],
].join('\r\n');
const patient = { timeout: 30_000, interval: 100 };

interface State {
  readonly sessions: readonly Session[];
  readonly counters: Readonly<Record<string, number>>;
}

/** The driver in a place, on the interface of its cable. */
class Driver {
  readonly child: ChildProcess;
  #state: State = { sessions: [], counters: {} };

  constructor({ place, interface: name }: End, folder: string) {
    const stdio = ['pipe', 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit'];
    this.child = place.open(process.execPath, [script('sessions.mjs'), folder], { stdio });
    const lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      this.#state = JSON.parse(line);
    });
    this.apply('/net', 'audioInterface', name);
  }

  apply(path: string, field: string, value: unknown): void {
    this.child.stdin?.write(`${JSON.stringify([{ path, field, value }])}\n`);
  }

  announce(...streams: readonly (typeof stream)[]): void {
    this.apply('/netaudio/aes67', 'announced', streams);
  }

  named(name: string): Session | undefined {
    return this.#state.sessions.find((session) => session.name === name);
  }

  get counters(): State['counters'] {
    return this.#state.counters;
  }
}

describe.skipIf(reason !== '')('sessions of other programs', { timeout: 120_000 }, () => {
  let network: Network;
  let near: End;
  let far: End;
  let driver: Driver;
  beforeEach(async () => {
    network = new Network();
    [near, far] = network.cable(await network.place(), await network.place());
    driver = await open(near);
  });
  afterEach(() => network.remove());
  /** A driver that listens: what is announced before is announced again only 20 to 40 s later. */
  const open = async (end: End) => {
    const opened = new Driver(end, network.folder);
    await expect.poll(() => groupsOf(end), patient).toContain('239.255.255.255');
    return opened;
  };
  const groupsOf = ({ place, interface: name }: End) => place.run('ip', '-4', 'maddress', 'show', 'dev', name);
  /** What Avahi finds, `=;e0;IPv4;NAME;...;HOST;ADDRESS;PORT;TEXT` in each resolved line. */
  const browse = () =>
    far.place.run(script('avahi.sh'), network.folder, far.interface, 'avahi-browse', '-rpt', subtype);

  test('a session that ffmpeg announces is there until ffmpeg deletes it', async () => {
    const url = 'sap://239.7.7.7:5004?announce_addr=239.255.255.255';
    const sound = ['-re', '-f', 'lavfi', '-i', 'sine=sample_rate=48000', '-ac', '2', '-c:a', 'pcm_s24be'];
    const ffmpeg = far.place.open('ffmpeg', ['-loglevel', 'error', ...sound, '-f', 'sap', url], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await expect
      .poll(() => driver.named('No Name'), patient)
      .toMatchObject({
        ...{ address: far.address, via: ['sap'], ours: false },
        streams: [{ encoding: 'L24', rateHz: 48_000, channels: 2, paths: [{ address: '239.7.7.7', port: 5004 }] }],
      });
    await ended(ffmpeg, 'SIGINT');
    await expect.poll(() => driver.named('No Name'), patient).toBeUndefined();
    expect(driver.counters).toMatchObject({ sapRefused: 0, sdpRefused: 0 });
  });

  test('ffprobe reads what the desk announces by SAP', async () => {
    const probe = far.place.open('ffprobe', ['-hide_banner', '-analyzeduration', '100000', 'sap://239.255.255.255'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    probe.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    await expect.poll(() => groupsOf(far), patient).toContain('239.255.255.255');
    driver.announce(stream);
    await expect.poll(() => said, patient).toContain('Audio: pcm_s24be, 48000 Hz, stereo');
  });

  test('Avahi finds and resolves what the desk publishes, and nothing once the stream has ended', async () => {
    driver.announce(stream);
    await expect.poll(() => driver.named('FOH mix')?.via, patient).toEqual(['sap', 'mdns']);
    expect(driver.named('FOH mix')).toMatchObject({ ours: true, address: near.address });
    expect(browse()).toMatch(
      new RegExp(`^=;${far.interface};IPv4;FOH\\\\032mix;[^;]*;local;rowdesk-[^;]*\\.local;${near.address};8554;`, 'm'),
    );
    driver.announce();
    await expect.poll(() => driver.named('FOH mix'), patient).toBeUndefined();
    expect(browse()).not.toContain('FOH');
  });

  test('a session that Avahi publishes is asked for by RTSP, and is gone with its goodbye', async () => {
    const file = join(network.folder, 'foreign.sdp');
    writeFileSync(file, foreign);
    const stdio = ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'];
    const describer = far.place.open(process.execPath, [script('describer.mjs'), far.address, '5540', file], { stdio });
    let asked = '';
    describer.stdout?.on('data', (chunk) => {
      asked += chunk;
    });
    const publish = `avahi-publish -s --subtype=${subtype} 'Stage left' _rtsp._tcp 5540 & read -r _; kill $!; sleep 2`;
    const avahi = far.place.open(script('avahi.sh'), [network.folder, far.interface, 'bash', '-c', publish], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    await expect
      .poll(() => driver.named('AOIP44 : 2'), patient)
      .toMatchObject({
        ...{ device: 'stage', via: ['mdns'], ours: false },
        streams: [{ channelLabels: ['TxChan 0', 'TxChan 1'] }],
      });
    expect(asked).toBe('/by-name/Stage%20left\n');
    avahi.stdin?.write('\n');
    await expect.poll(() => driver.named('AOIP44 : 2'), patient).toBeUndefined();
  });

  test('a cable that is pulled and plugged in again loses no session, and both sides are heard again', async () => {
    const other = await open(far);
    other.announce({ ...stream, name: 'Stage' });
    await expect.poll(() => driver.named('Stage'), patient).toBeDefined();
    setCable(near, false);
    await expect.poll(() => groupsOf(near), patient).not.toContain('224.0.0.251');
    expect(driver.named('Stage')).toBeDefined();
    driver.announce(stream);
    setCable(near, true);
    await expect.poll(() => other.named('FOH mix')?.via, patient).toEqual(['sap', 'mdns']);
    other.announce({ ...stream, name: 'Stage' }, { ...stream, id: 'second', name: 'Second' });
    await expect.poll(() => driver.named('Second')?.via, patient).toEqual(['sap', 'mdns']);
  });

  test('two desks find each other, in both ways, and one that ends takes nothing back', async () => {
    const other = await open(far);
    driver.announce(stream);
    other.announce({ ...stream, name: 'Stage' });
    await expect.poll(() => driver.named('Stage')?.via, patient).toEqual(['sap', 'mdns']);
    await expect.poll(() => other.named('FOH mix')?.via, patient).toContain('mdns');
    expect([driver.named('Stage')?.ours, driver.named('FOH mix')?.ours]).toEqual([false, true]);
    const end = new Promise((resolve) => other.child.once('exit', resolve));
    other.child.stdin?.end();
    expect(await end).toBe(0);
    const { mdnsAnswers = 0 } = driver.counters;
    driver.announce(stream, { ...stream, id: 'second', name: 'Second' });
    await expect.poll(() => driver.counters.mdnsAnswers, patient).toBeGreaterThan(mdnsAnswers);
    expect(driver.named('Stage')).toBeDefined();
  });
});
