// NN.peaks of a take: the waveform of a track, written while it was recorded (hardware-drivers/recorder/src/files/peaks.h):
// 16 bytes of header, "RDPK", u16 version 1, u16 channels, u32 frames for each peak, u32 rate; then peaks, each i16 lowest
// and i16 highest sample of every channel. Little-endian.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const headerBytes = 16;
/** As the recorder writes it. */
const framesPerPeak = 256;
/** Of a track; a header that says more is damaged. */
const mostChannels = 8;
const chunkBytes = 256 * 1024;
/** Of the finest zoom, all channels together. */
const mostPoints = 16_384;
/** A zoom has a quarter of the points of the one before it, down to this. */
const fewestPoints = 512;
const step = 4;
/** What the lowest and the highest samples are shown as, so that a large picture stays a small answer. */
const fullScale = 127;
const fileFullScale = 32_767;

export interface PeakChannel {
  /** Of each point the lowest and the highest sample, -127 to 127. */
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
}
export interface Zoom {
  readonly framesPerPeak: number;
  readonly channels: readonly PeakChannel[];
}
export interface Peaks {
  readonly rate: number;
  /** As far as the waveform goes. */
  readonly frames: number;
  /** The finest first; none for a file without peaks. */
  readonly zooms: readonly Zoom[];
}

/** Folds the file, over many turns of the event loop, to as many points as are good to draw. Rejects with Error in words. */
export async function readPeaks(path: string): Promise<Peaks> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is no regular file`);
    const { channels, rate } = await headerOf(file, path);
    const peaks = Math.floor((found.size - headerBytes) / (4 * channels));
    const mostOfChannel = Math.max(1, Math.floor(mostPoints / channels));
    const folded = Math.max(1, Math.ceil(peaks / mostOfChannel));
    const finest = await fold(file, { channels, peaks, folded });
    return { rate, frames: peaks * framesPerPeak, zooms: peaks === 0 ? [] : zoomsOf(finest, folded * framesPerPeak) };
  } finally {
    await file.close();
  }
}

async function headerOf(file: FileHandle, path: string) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  const channels = buffer.readUInt16LE(6);
  const rate = buffer.readUInt32LE(12);
  const isPeaks = bytesRead === headerBytes && buffer.toString('latin1', 0, 4) === 'RDPK';
  const isKnown = isPeaks && buffer.readUInt16LE(4) === 1 && buffer.readUInt32LE(8) === framesPerPeak;
  if (!isKnown || channels === 0 || channels > mostChannels || rate === 0) {
    throw new Error(`${path} is no file of peaks of version 1`);
  }
  return { channels, rate };
}

interface Extent {
  readonly channels: number;
  readonly peaks: number;
  /** Peaks of the file for each point. */
  readonly folded: number;
}

/** By channel, in the scale of the file. */
type Points = readonly { readonly lowest: Int16Array; readonly highest: Int16Array }[];

const emptyPoints = (channels: number, count: number): Points =>
  Array.from({ length: channels }, () => ({
    lowest: new Int16Array(count).fill(fileFullScale),
    highest: new Int16Array(count).fill(-fileFullScale - 1),
  }));

async function fold(file: FileHandle, { channels, peaks, folded }: Extent): Promise<Points> {
  const points = emptyPoints(channels, Math.ceil(peaks / folded));
  const peakBytes = 4 * channels;
  const buffer = Buffer.alloc(Math.max(peakBytes, Math.floor(chunkBytes / peakBytes) * peakBytes));
  for (let peak = 0; peak < peaks; ) {
    const wanted = Math.min(buffer.length, (peaks - peak) * peakBytes);
    const { bytesRead } = await file.read(buffer, 0, wanted, headerBytes + peak * peakBytes);
    const count = Math.floor(bytesRead / peakBytes);
    if (count === 0) break;
    points.forEach((channel, number) => {
      for (let n = 0; n < count; n++) {
        const at = n * peakBytes + number * 4;
        widen(channel, Math.floor((peak + n) / folded), buffer.readInt16LE(at), buffer.readInt16LE(at + 2));
      }
    });
    peak += count;
  }
  return points;
}

function widen({ lowest, highest }: Points[number], at: number, low: number, high: number): void {
  if (low < (lowest[at] as number)) lowest[at] = low;
  if (high > (highest[at] as number)) highest[at] = high;
}

function zoomsOf(finest: Points, framesPerPeak: number): readonly Zoom[] {
  const zooms = [{ framesPerPeak, channels: finest.map(shown) }];
  let points = finest;
  for (let frames = framesPerPeak * step; (points[0]?.lowest.length ?? 0) > fewestPoints; frames *= step) {
    points = coarser(points);
    zooms.push({ framesPerPeak: frames, channels: points.map(shown) });
  }
  return zooms;
}

function coarser(points: Points): Points {
  const count = points[0]?.lowest.length ?? 0;
  const folded = emptyPoints(points.length, Math.ceil(count / step));
  points.forEach(({ lowest, highest }, number) => {
    const channel = folded[number] as Points[number];
    lowest.forEach((low, at) => {
      widen(channel, Math.floor(at / step), low, highest[at] as number);
    });
  });
  return folded;
}

/** Away from zero, so that a quiet sound is seen. */
function shown({ lowest, highest }: Points[number]): PeakChannel {
  const scaled = (value: number) => {
    const part = Math.min(1, Math.abs(value) / fileFullScale) * fullScale;
    return value < 0 ? -Math.ceil(part) : Math.ceil(part);
  };
  return { lowest: Array.from(lowest, scaled), highest: Array.from(highest, scaled) };
}
