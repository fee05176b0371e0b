// The format of the files of an export or a render.
import { fieldRefusal, type RenderJob } from 'rowdesk/provider';

export type JobFormat = NonNullable<RenderJob['outputs'][number]['format']>;

const encodings = { 16: 'int16', 24: 'int24', 32: 'float32' } as const;

/** `bitDepth` 0: that of the take, as far as the format has it. Throws Refusal for a flac of 32 bits. */
export function jobFormat(fileFormat: 'wav' | 'flac', bitDepth: number, ofTake: number): JobFormat {
  if (fileFormat === 'flac' && bitDepth === 32) {
    const message = 'FLAC holds whole numbers: bitDepth is 16 or 24 for it.';
    throw fieldRefusal('bitDepth', 'not-an-option', message, { options: [0, 16, 24] });
  }
  const bits = bitDepth || (fileFormat === 'flac' ? Math.min(24, ofTake) : ofTake);
  return { container: fileFormat, encoding: encodings[bits as keyof typeof encodings] ?? 'int24' };
}

/** Of one sample in a file, at most. */
export const bytesPerSample = ({ encoding }: JobFormat): number =>
  encoding === 'int16' ? 2 : encoding === 'int24' ? 3 : 4;
