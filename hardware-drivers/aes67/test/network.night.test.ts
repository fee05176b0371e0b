// The thread of the network, its clock, its sockets and what it sends. In C++: units over given clocks, and desks without a mixer
// (network_desk.cc) in network namespaces, where each sample says when it was sent.
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isFull } from '../../../test/harness/depth.ts';
import { testNative } from '../../../test/harness/native-tests.ts';
import { removeFolder, temporaryFolder } from '../../../test/harness/service.ts';
import { hasGStreamer, playTones } from '../../../test/netaudio/gstreamer.ts';
import { type End, Network, whyNoNetwork } from '../../../test/netaudio/namespaces.ts';
import { channelsOf, expectTones } from '../../../test/netaudio/tones.ts';
import { compile } from '../../lib/sound-files/test/compile.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const shared = ['receive_stream', 'receive_ring', 'packet_log', 'transit_times', 'pcm', 'rtp_packet'];
const own = ['clocks', 'media_clock', 'transmit_stream', 'orders', 'sockets', 'network_thread', 'network'];
const sources = [...[...own, ...shared].map((name) => `src/${name}.cc`), '../lib/cycles/src/cycles.cc'];
const files = () =>
  [...sources, ...['media_clock', 'network_thread', 'transmit_stream', 'orders'].map((name) => `test/${name}_test.cc`)]
    .concat('../lib/sound-files/test/main.cc')
    .map((name) => join(home, name));

testNative({
  title: 'media time, orders and what is sent are as they should be (C++)',
  prints: 'ok   a block is a packet, a few, or a part of one, each at its multiple and with its samples',
  files,
  sanitized: files,
});

/** What network_desk prints. */
interface Report {
  readonly delay: number;
  readonly frames: number;
  readonly others: number;
  readonly silent: number;
  readonly allocations: number;
  readonly steps: number;
  readonly received: readonly {
    readonly packets: number;
    readonly lost: number;
    readonly doubled: number;
    readonly malformed: number;
    readonly foreign: number;
    readonly overrun: number;
    /** Frames that were not played as they were sent, as packets came too late on a machine that did something else. */
    readonly concealed: number;
    readonly learned: boolean;
    readonly path2: number;
  }[];
  readonly sent: readonly { readonly packets: number; readonly dropped: number; readonly reason: string }[];
}

interface Streams {
  readonly streams: number;
  readonly channels: number;
  readonly blockFrames: number;
  readonly packetFrames: number;
  /** Long enough for a machine that does much else: it is the delay, not the lateness, that is tested. */
  readonly linkOffsetFrames: number;
  readonly seconds: number;
}

describe.skipIf(whyNoNetwork([hasGStreamer, 'gstreamer1.0-tools, gstreamer1.0-plugins-good']) !== '')(
  'desks without a mixer',
  () => {
    let folder: string;
    let desk: string;
    let tests: string;
    let network: Network;
    const compiled = (name: string, options: readonly string[], more: readonly string[] = []) => {
      const program = join(folder, `${name}${options.length}`);
      compile(
        program,
        options,
        [...sources, `test/${name}.cc`, ...more].map((file) => join(home, file)),
      );
      return program;
    };
    const compileTests = (...options: readonly string[]) =>
      compiled('network_test', options, ['../lib/sound-files/test/main.cc']);
    beforeAll(() => {
      folder = temporaryFolder();
      desk = compiled('network_desk', ['-O2']);
      tests = compileTests('-O1');
    }, 300_000);
    afterAll(() => removeFolder(folder));
    beforeEach(() => {
      network = new Network();
    });
    afterEach(() => network.remove());

    const words = (streams: Streams) =>
      [streams.streams, streams.channels, streams.blockFrames, streams.packetFrames, streams.linkOffsetFrames].map(
        String,
      );
    const namesOf = (ends: readonly End[]) => ends.map((end) => end.interface).join(',');

    /** What came back to the first end from the second one, which echoes, and what the second one heard. */
    async function echoed(
      first: readonly End[],
      second: readonly End[],
      streams: Streams,
    ): Promise<readonly [Report, Report]> {
      const [here, there] = [first[0]?.place, second[0]?.place];
      if (!here || !there) throw new Error('a cable has two ends');
      const echo = there.open(desk, ['echo', namesOf(second), '239.7.2', '239.7.1', ...words(streams), '0'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let said = '';
      echo.stdout?.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      const args = ['count', namesOf(first), '239.7.1', '239.7.2', ...words(streams), String(streams.seconds)];
      const report = await here.finish(desk, args);
      echo.stdin?.end();
      await once(echo, 'close');
      return [JSON.parse(report), JSON.parse(said)];
    }

    /** All that came back is what was sent, after two link offsets exactly, but for what either side says it concealed. */
    function expectEcho(
      [report, other]: readonly [Report, Report],
      { linkOffsetFrames, channels, streams }: Streams,
    ): void {
      expect(report.delay).toBe(2 * linkOffsetFrames);
      const concealed = [...report.received, ...other.received].reduce((sum, stream) => sum + stream.concealed, 0);
      expect(report.others + report.silent).toBeLessThanOrEqual(concealed * channels);
      expect(concealed).toBeLessThan((report.frames * streams) / 2);
    }

    const ordinary = { streams: 8, channels: 8, blockFrames: 48, packetFrames: 48, linkOffsetFrames: 480, seconds: 3 };
    test.each([
      ['8 streams of 8 channels at 1 ms', ordinary],
      [
        'a stream of 64 channels at 1/8 ms',
        { ...ordinary, streams: 1, channels: 64, packetFrames: 6, linkOffsetFrames: 2400 },
      ],
      ['64 streams of 1 channel, blocks of 1/3 ms', { ...ordinary, streams: 64, channels: 1, blockFrames: 16 }],
      ['packets of 4 ms', { ...ordinary, channels: 2, packetFrames: 192, linkOffsetFrames: 960 }],
    ])(
      '%s come back bit by bit after two link offsets, and the thread allocates nothing',
      async (_, streams) => {
        const [a, b] = network.cable(await network.place(), await network.place());
        const both = await echoed([a], [b], streams);
        expectEcho(both, streams);
        const [report] = both;
        expect([report.allocations, report.steps]).toEqual([0, 0]);
        expect(report.received).toHaveLength(streams.streams);
        for (const { lost, doubled, malformed, foreign, overrun, learned } of report.received) {
          expect({ lost, doubled, malformed, foreign, overrun, learned }).toEqual({
            lost: 0,
            doubled: 0,
            malformed: 0,
            foreign: 0,
            overrun: 0,
            learned: false,
          });
        }
        for (const { dropped, reason } of report.sent) expect([dropped, reason]).toEqual([0, '']);
      },
      60_000,
    );

    test('changes, floods, steps of the clock and lost interfaces do what they should (C++)', async () => {
      const place = await network.place();
      expect(place.run(tests)).not.toContain('FAIL');
    }, 120_000);

    test.runIf(isFull)(
      'AddressSanitizer and UndefinedBehaviorSanitizer find nothing in them',
      async () => {
        const checked = compileTests('-O1', '-g1', '-fsanitize=address,undefined', '-fno-sanitize-recover=undefined');
        const place = await network.place();
        expect(place.run(checked)).not.toContain('FAIL');
      },
      600_000,
    );

    test.runIf(isFull)(
      'ThreadSanitizer finds nothing in them',
      async () => {
        const checked = compileTests('-O1', '-g1', '-fsanitize=thread');
        const place = await network.place();
        // It can't live with the widest address randomisation of recent kernels.
        const wrapper = existsSync('/usr/bin/setarch') ? ['/usr/bin/setarch', '-R'] : [];
        const [program = '', ...args] = [...wrapper, checked];
        expect(place.run(program, ...args)).not.toContain('FAIL');
      },
      600_000,
    );

    test('GStreamer is heard with each channel in its place, as loud as it sends', async () => {
      const [a, b] = network.cable(await network.place(), await network.place());
      mkdirSync(network.folder, { recursive: true });
      playTones(b, network.folder, { group: '239.7.2.1', channels: 8 }, 20);
      const file = join(network.folder, 'sound');
      // It sends in bursts: the longest link offset there is.
      const args = ['hear', a.interface, file, '239.7.2', '1', '8', '48', '48', '4800', '4'];
      const report = JSON.parse(await a.place.finish(desk, args)) as Report;
      expectTones(channelsOf(readFileSync(file), 8));
      expect(report.received).toMatchObject([{ learned: true, lost: 0, doubled: 0, malformed: 0, foreign: 0 }]);
    });

    test('two paths carry the same packets', async () => {
      const places = [await network.place(), await network.place()] as const;
      const [a, b] = network.cable(...places);
      const [c, d] = network.cable(...places);
      const streams = { ...ordinary, channels: 2, seconds: 2 };
      const both = await echoed([a, c], [b, d], streams);
      expectEcho(both, streams);
      for (const { packets, path2, doubled } of both[0].received) {
        expect(path2).toBeGreaterThan(2000);
        expect(packets).toBeLessThan(path2 + 200);
        expect(doubled).toBe(0);
      }
    });
  },
);
