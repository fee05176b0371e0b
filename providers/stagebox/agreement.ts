// Whether a device has what the desk wants of it.
import type { DeskReader, SeenReader } from 'rowdesk/provider';

/** dB and Hz travel as floats. */
const tolerance = 0.005;

/** `confirmed`: every field was reported back as wanted. `pending`: one is on its way, and nothing refused it. */
export function agreementOf(
  path: string,
  fields: readonly string[],
  desk: DeskReader,
  seen: SeenReader,
): { readonly confirmed: boolean; readonly pending: boolean } {
  const wanted = desk.read(path);
  const states = fields.map((field) => {
    const report = seen.read(path, field);
    if (report === undefined) return 'pending';
    if (report.state !== 'applied') return report.state;
    return isSame(wanted[field], report.value) ? 'confirmed' : 'pending';
  });
  return { confirmed: states.every((state) => state === 'confirmed'), pending: states.includes('pending') };
}

function isSame(wanted: unknown, reported: unknown): boolean {
  if (typeof wanted === 'number' && typeof reported === 'number') return Math.abs(wanted - reported) < tolerance;
  return JSON.stringify(wanted) === JSON.stringify(reported);
}
