// File names of tracks, made from the names of strips.

/** With the number, the part and the ending well below the 255 bytes of a file name. */
const mostBytes = 120;
/** What separates folders, ends lines, or has a meaning for the file systems of sticks. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]/gu;

function safe(name: string): string {
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
  /** `01-Kick`; `NativeRecorder.partFile` makes file names of it. */
  readonly stem: string;
  /** `01.peaks` */
  readonly peaks: string;
}

/** Unique within the take by their numbers. */
export function trackNames(names: readonly string[]): readonly TrackNames[] {
  const digits = Math.max(2, String(names.length).length);
  return names.map((name, index) => {
    const number = String(index + 1).padStart(digits, '0');
    const text = safe(name);
    return { stem: text === '' ? number : `${number}-${text}`, peaks: `${number}.peaks` };
  });
}
