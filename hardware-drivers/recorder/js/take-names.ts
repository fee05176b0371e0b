// File names of tracks, made from the names of strips.

/** What the sound files take (sound-files/src/folder.h). */
const mostFileNameBytes = 128;
/** The part and the ending behind a stem; no take has more parts. */
const mostEndingBytes = Buffer.byteLength('.4294967295.flac');
/** What separates folders, ends lines, or has a meaning for the file systems of sticks. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]/gu;

function safe(name: string, mostBytes: number): string {
  const words = name.normalize('NFC').replace(unsafe, '_').replace(/\s+/g, ' ');
  let text = '';
  let bytes = 0;
  for (const character of words) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    text += character;
  }
  return text.replace(/^[ .]+|[ .]+$/g, '');
}

export interface TrackNames {
  /** `01-Kick`; `NativeRecorder.partFile` makes file names of it, which fit for every part. */
  readonly stem: string;
  /** `01.peaks` */
  readonly peaks: string;
}

/** Unique within the take by their numbers. Made once: take.json keeps the stems (`stemOf`). */
export function trackNames(names: readonly string[]): readonly TrackNames[] {
  const digits = Math.max(2, String(names.length).length);
  return names.map((name, index) => {
    const number = String(index + 1).padStart(digits, '0');
    const text = safe(name, mostFileNameBytes - mostEndingBytes - digits - 1);
    return { stem: text === '' ? number : `${number}-${text}`, peaks: `${number}.peaks` };
  });
}

/** What a take that goes on, or is mended, knows of its names. */
interface NamedTrack {
  readonly name: string;
  readonly stem?: string | undefined;
  readonly files: readonly string[];
}

/** The names that a take has. One of an earlier version keeps no stem: its files say what it was. */
export function namesOf(tracks: readonly NamedTrack[]): readonly TrackNames[] {
  const made = trackNames(tracks.map(({ name }) => name));
  return tracks.map(({ stem, files: [first = ''] }, index) => {
    const names = made[index] as TrackNames;
    return { ...names, stem: stem ?? (first.replace(/\.(wav|flac)$/, '') || names.stem) };
  });
}
