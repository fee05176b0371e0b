// A virtual stagebox for a test: folders of its own, its warnings, values by their short names, waiting for a state.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Convergent, DiscoveredModel, DriverContext, Reading, Value } from 'rowdesk/driver';

export const id = 'virtual-8x8';
export const model: DiscoveredModel = {
  id,
  modelId: id,
  model: id,
  label: 'Virtual 8x8',
  transport: 'virtual',
  address: '',
};

export class Rig {
  readonly folder = mkdtempSync(join(tmpdir(), 'rowdesk-virtual-'));
  readonly warnings = new Map<string, string>();
  readonly context: DriverContext = {
    log: () => {},
    mediaFolder: this.folder,
    recordingsFolder: this.folder,
    pluginsFolder: '',
    stateFolder: '',
    changedOnDevice: () => {},
    changed: () => {},
    warn: (name, text) => this.warnings.set(name, text),
  };

  path(name: string): string {
    return join(this.folder, name);
  }

  /** A mono or many-channelled WAV of 32-bit float. */
  writeWav(name: string, rate: number, channels: readonly (readonly number[])[]): string {
    const frames = channels[0]?.length ?? 0;
    const bytes = Buffer.alloc(44 + frames * channels.length * 4);
    bytes.write('RIFF    WAVEfmt ', 'latin1');
    bytes.writeUInt32LE(bytes.length - 8, 4);
    bytes.writeUInt32LE(16, 16);
    bytes.writeUInt16LE(3, 20);
    bytes.writeUInt16LE(channels.length, 22);
    bytes.writeUInt32LE(rate, 24);
    bytes.writeUInt32LE(rate * channels.length * 4, 28);
    bytes.writeUInt16LE(channels.length * 4, 32);
    bytes.writeUInt16LE(32, 34);
    bytes.write('data', 36, 'latin1');
    bytes.writeUInt32LE(bytes.length - 44, 40);
    for (let n = 0; n < frames; ++n) {
      channels.forEach((channel, c) => {
        bytes.writeFloatLE(channel[n] as number, 44 + (n * channels.length + c) * 4);
      });
    }
    writeFileSync(this.path(name), bytes);
    return this.path(name);
  }

  /** The channels of a WAV of 32-bit float that the stagebox wrote, live or offline. */
  readWav(name: string): { rate: number; channels: Float64Array[] } {
    const bytes = readFileSync(this.path(name));
    const format = bytes.indexOf('fmt ') + 8;
    const data = bytes.indexOf('data', format) + 8;
    const count = bytes.readUInt16LE(format + 2);
    const frames = bytes.readUInt32LE(data - 4) / 4 / count;
    const channels = Array.from({ length: count }, (_, c) =>
      Float64Array.from({ length: frames }, (_, n) => bytes.readFloatLE(data + (n * count + c) * 4)),
    );
    return { rate: bytes.readUInt32LE(format + 4), channels };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** `{ 'inputs/1': { signal: 'sine' }, '': { recordFile: 'a.wav' } }` as values. */
export function values(rows: Readonly<Record<string, object>>, device = id): Value[] {
  return Object.entries(rows).flatMap(([row, fields]) =>
    Object.entries(fields).map(([field, value]) => ({
      path: row === '' ? `/stagebox/${device}` : `/stagebox/${device}/${row}`,
      field,
      value,
    })),
  );
}

export function observed(device: Convergent, row: string, field: string): Reading {
  const path = row === '' ? `/stagebox/${id}` : `/stagebox/${id}/${row}`;
  const found = device.observe().values.find((value) => value.path === path && value.field === field);
  if (!found) throw new Error(`${path} ${field} is not observed`);
  return found;
}

/** Waits for what another thread does; gives up after 20 s. */
export async function until(condition: () => boolean): Promise<void> {
  for (let n = 0; n < 4000; ++n) {
    if (condition()) return;
    await new Promise((resume) => setTimeout(resume, 5));
  }
  throw new Error(`never came true: ${condition}`);
}

/** The least-squares sine: its peak in dB, and what is left without it, relative to it. */
export function fitSine(
  samples: Float64Array,
  frequencyHz: number,
  rate: number,
): { peakDb: number; residualDb: number } {
  const [sum, w] = [{ ss: 0, sc: 0, cc: 0, sx: 0, cx: 0 }, (2 * Math.PI * frequencyHz) / rate];
  samples.forEach((x, n) => {
    const [s, c] = [Math.sin(w * n), Math.cos(w * n)];
    sum.ss += s * s;
    sum.sc += s * c;
    sum.cc += c * c;
    sum.sx += s * x;
    sum.cx += c * x;
  });
  const det = sum.ss * sum.cc - sum.sc * sum.sc;
  const a = (sum.sx * sum.cc - sum.cx * sum.sc) / det;
  const b = (sum.cx * sum.ss - sum.sx * sum.sc) / det;
  let rest = 0;
  samples.forEach((x, n) => {
    rest += (x - a * Math.sin(w * n) - b * Math.cos(w * n)) ** 2;
  });
  const power = ((a * a + b * b) / 2) * samples.length;
  return { peakDb: 10 * Math.log10(a * a + b * b), residualDb: 10 * Math.log10(rest / power) };
}
