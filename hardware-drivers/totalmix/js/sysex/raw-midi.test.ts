import { expect, test } from 'vitest';
import { type MidiFiles, openMidi } from './raw-midi.ts';

const refusal = (code: string) => Object.assign(new Error(code), { code });

/** ALSA: each open file gets the first free port; `others` are those of other programs. */
class FakeAlsa implements MidiFiles {
  readonly processId = 42;
  readonly held = new Map<number, number>();
  readonly #ports: number;
  #next = 10;

  constructor(ports: number, others: readonly number[] = []) {
    this.#ports = ports;
    for (const [at, port] of others.entries()) this.held.set(-1 - at, port);
  }

  open(): number {
    const taken = new Set(this.held.values());
    const port = Array.from({ length: this.#ports }, (_, at) => at).find((each) => !taken.has(each));
    if (port === undefined) throw refusal('EAGAIN');
    this.held.set(this.#next, port);
    return this.#next++;
  }

  read(): number {
    throw refusal('EAGAIN');
  }

  write(_file: number, bytes: Uint8Array): number {
    return bytes.length;
  }

  close(file: number): void {
    this.held.delete(file);
  }

  text(): string {
    const lines = ['Fireface UCX II', ''];
    for (const direction of ['Output', 'Input']) {
      for (let port = 0; port < this.#ports; port++) {
        lines.push(`${direction} ${port}`, `  ${direction === 'Input' ? 'R' : 'T'}x bytes     : 0`);
        for (const [file, held] of this.held) {
          if (held === port) lines.push(`  Owner PID    : ${file < 0 ? 7 : this.processId}`, '  Buffer size  : 4096');
        }
      }
    }
    return `${lines.join('\n')}\n`;
  }
}

test('the second port of a device is opened, and the first one given back', () => {
  const alsa = new FakeAlsa(2);
  const port = openMidi('/dev/snd/midiC1D0', 1, alsa);
  expect([...alsa.held.values()]).toEqual([1]);
  port.close();
  expect(alsa.held.size).toBe(0);
});

test('the second port is opened where another program has the first', () => {
  const alsa = new FakeAlsa(2, [0]);
  openMidi('/dev/snd/midiC1D0', 1, alsa);
  expect([...alsa.held.values()]).toEqual([0, 1]);
});

test('a port that another program has is said, and nothing stays open', () => {
  const alsa = new FakeAlsa(2, [1]);
  expect(() => openMidi('/dev/snd/midiC1D0', 1, alsa)).toThrow(
    'port 2 is not free (/dev/snd/midiC1D0 is in use by another',
  );
  expect([...alsa.held.values()]).toEqual([1]);
});

test('a file that is none of ALSA has one port', () => {
  const alsa = new FakeAlsa(1);
  openMidi('/tmp/pty', 1, alsa);
  expect([...alsa.held.values()]).toEqual([0]);
});

test.each([
  ['ENOENT', '/dev/snd/midiC9D0 is gone'],
  ['EACCES', 'its group is audio'],
  ['EBUSY', 'in use by another program'],
])('what %s means is said in words', (code, words) => {
  const files = Object.assign(new FakeAlsa(1), {
    open: () => {
      throw refusal(code);
    },
  });
  expect(() => openMidi('/dev/snd/midiC9D0', 0, files)).toThrow(words);
});

test('an empty port has nothing, a full one takes nothing, and one that is gone says so', () => {
  const alsa = new FakeAlsa(1);
  const port = openMidi('/tmp/pty', 0, alsa);
  expect(port.read()).toBeUndefined();
  alsa.write = () => {
    throw refusal('EAGAIN');
  };
  expect(port.write(Uint8Array.of(1))).toBe(0);
  alsa.read = () => 0;
  expect(() => port.read()).toThrow('/tmp/pty is gone');
  alsa.write = () => {
    throw refusal('EIO');
  };
  expect(() => port.write(Uint8Array.of(1))).toThrow('/tmp/pty is gone');
});
