// Calibration files of measuring microphones, as their vendors ship them: lines of a frequency in Hz, a level in dB and
// perhaps a phase, separated by tabs, blanks, commas or semicolons. Lines that begin with * # ; or " are comments, and so
// are words; a line such as `"Sens Factor =-0.7dB, SERNO: 7000000"` names the sensitivity.
import { Refusal } from 'rowdesk/provider';
import { type CalibrationPoint, highestHz, lowestHz, mostDb, mostPoints } from './contract/microphones.ts';

export interface Calibration {
  /** Ascending. */
  readonly points: readonly CalibrationPoint[];
  readonly sensitivityDb: number | null;
}

const sensitivity = /\bsens(?:itivity)?\s*(?:factor)?\s*[=:]\s*([-+]?\d+(?:[.,]\d+)?)\s*dB/i;
const comment = /^[*#;"'/]/;
/** Of a decimal comma, of a file whose columns are separated otherwise. */
const decimalComma = /^[-+]?\d+,\d+([;\t ]+[-+]?\d+,\d+)+[;\t ]*$/;
const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Throws refusal `invalid-fields` of `text` that names the line. */
export function parseCalibration(text: string): Calibration {
  const points: CalibrationPoint[] = [];
  let sensitivityDb: number | null = null;
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  lines.forEach((whole, place) => {
    const line = whole.trim();
    const [, sens] = sensitivity.exec(line) ?? [];
    if (sens !== undefined) sensitivityDb = Number(sens.replace(',', '.'));
    if (line === '' || comment.test(line) || sens !== undefined) return;
    const point = pointOf(line, place + 1, points.length === 0);
    if (point === undefined) return;
    const before = points.at(-1);
    if (before !== undefined && point.frequencyHz <= before.frequencyHz) {
      throw refused(place + 1, `${point.frequencyHz} Hz is not above ${before.frequencyHz} Hz of the point before`);
    }
    if (points.length === mostPoints) throw refused(place + 1, `there are more than ${mostPoints} points`);
    points.push(point);
  });
  if (points.length === 0) throw refused(lines.length, 'the file ends without a frequency and its level');
  return { points, sensitivityDb };
}

/** Undefined for a line of headings before the first point. */
function pointOf(line: string, at: number, isBeforeFirst: boolean): CalibrationPoint | undefined {
  const plain = decimalComma.test(line) ? line.replaceAll(',', '.') : line;
  const words = plain.split(/\s*[,;]\s*|\s+/).filter((word) => word !== '');
  if (isBeforeFirst && !/^[-+.\d]/.test(words[0] ?? '')) return undefined;
  const wrong = words.slice(0, 3).find((word) => !number.test(word));
  if (wrong !== undefined) throw refused(at, `${wrong.slice(0, 32)} is no number`);
  if (words.length < 2) throw refused(at, 'a level is missing behind the frequency');
  const [frequencyHz, levelDb] = words.map(Number) as [number, number];
  if (!(frequencyHz >= lowestHz && frequencyHz <= highestHz)) {
    throw refused(at, `${words[0]} Hz is not from ${lowestHz} to ${highestHz} Hz`);
  }
  if (!(Math.abs(levelDb) <= mostDb)) throw refused(at, `${words[1]} dB is not from ${-mostDb} to ${mostDb} dB`);
  return { frequencyHz, levelDb };
}

function refused(line: number, why: string): Refusal {
  const message = `Line ${line} of the calibration file: ${why}.`;
  return new Refusal('invalid-fields', message, { line }, [
    { field: 'text', code: 'wrong-format', message, params: { line } },
  ]);
}
