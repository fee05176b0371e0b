// The remote with programs of others: liblo's oscdump hears and prints what it sends, and oscsend says what TotalMix FX would.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../../test/totalmix/totalmix-fx.ts';
import { Listener, smallDevice } from './remote-fixture.ts';

const lacks = ['oscdump', 'oscsend'].some((program) => spawnSync('which', [program]).status !== 0)
  ? 'sudo apt-get install liblo-tools'
  : '';
if (lacks !== '' && process.env.CI) throw new Error(`The tests of the OSC remote need ${lacks}`);
if (lacks !== '') console.log(`Not tested with liblo's programs: ${lacks}`);

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Prints each message that comes to the port: `/1/volume1 f 0.250000`. */
function dumpOf(port: number, heard: (line: string) => void): void {
  const child = spawn('oscdump', ['-L', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  createInterface({ input: child.stdout }).on('line', (line) => heard(line.replace(/^\S+ /, '').trim()));
  endings.push(() => {
    child.kill();
    return ended;
  });
}

const say = (port: number, address: string, value: number | string) =>
  spawnSync('oscsend', ['127.0.0.1', String(port), address, typeof value === 'string' ? 's' : 'f', String(value)]);

const output: Readonly<Record<string, number | string>> = {
  '/2/busOutput': 1,
  '/2/trackname': 'Main',
  '/2/stereo': 0,
  '/2/volume': 0.5,
  '/2/volumeVal': '-12.1 dB',
  '/2/pan': 0.25,
  '/2/mute': 1,
  '/2/loopback': 0,
  '/2/phase': 0,
  '/2/phaseRight': 0,
  '/2/refLevel': 2,
};
const input: Readonly<Record<string, number | string>> = {
  '/2/busInput': 1,
  '/2/trackname': 'Voice',
  '/2/stereo': 0,
  '/2/gain': 0.4,
  '/2/gainRight': 0.4,
  '/2/gainVal': '30.0',
  '/2/phantom': 0,
  '/2/pad': 1,
  '/2/instrument': 0,
  '/2/msProc': 0,
  '/2/phase': 1,
  '/2/phaseRight': 0,
};
const mix: Readonly<Record<string, number | string>> = {
  '/1/busInput': 1,
  '/1/trackname1': 'Voice',
  '/1/labelSubmix': 'Main',
  '/1/volume1': 0.8172,
  '/1/volume1Val': '0.0',
  '/1/pan1': 0.5,
  '/1/phantom/1/1': 1,
};

test.skipIf(lacks !== '')(
  'oscdump prints what the remote sends, and what oscsend says is what the device has',
  async () => {
    const [port, listenPort] = [await freePort(), await freePort()];
    const lines: string[] = [];
    let bus = '';
    dumpOf(port, (line) => {
      lines.push(line);
      bus = /^\/[12]\/bus(\w+)/.exec(line)?.[1] ?? bus;
      const page =
        line === '/2' ? (bus === 'Output' ? output : input) : line === '/1' || line.startsWith('/1/phantom') ? mix : {};
      for (const [address, value] of Object.entries(page)) say(listenPort, address, value);
    });
    const settings = { host: '127.0.0.1', port, listenPort };
    const listener = new Listener({
      settings,
      channels: smallDevice(1, 0, 1),
      times: { answerMs: 1000, lostMs: 30_000 },
    });
    endings.push(() => listener.remote.close());
    await listener.until(() => listener.reads > 0);
    expect(Object.fromEntries(listener.values)).toEqual({
      'output/1/levelDb': -12.1,
      'output/1/pan': -50,
      'output/1/muted': true,
      'output/1/loopback': false,
      'output/1/polarityInverted': false,
      'output/1/stereo': false,
      'output/1/referenceLevel': '+19 dBu',
      'input/1/gainDb': 30,
      'input/1/phantom': false,
      'input/1/pad': true,
      'input/1/hiZ': false,
      'input/1/msProcessing': false,
      'input/1/polarityInverted': true,
      'input/1/stereo': false,
      'mix/1/1/levelDb': 0,
      'mix/1/1/pan': 0,
    });
    const first = lines.indexOf('/2');
    expect(lines.slice(first - 4, first + 1)).toEqual([
      '/1/busOutput f 1.000000',
      '/setSubmix f 0.000000',
      '/setBankStart f 0.000000',
      '/setOffsetInBank f 0.000000',
      '/2',
    ]);

    listener.remote.write('input/1/phantom', true);
    await listener.until(() => listener.values.get('input/1/phantom') === true);
    const written = lines.indexOf('/1/phantom/1/1 f 1.000000');
    expect(lines.slice(written - 4, written)).toEqual([
      '/2/busInput f 1.000000',
      '/setSubmix f 0.000000',
      '/setBankStart f 0.000000',
      '/setOffsetInBank f 0.000000',
    ]);
  },
  60_000,
);
