// Whether a device has what the desk wants of it.
import { type DeskReader, type LiveFields, matches, type ObservedReader, type TSchema } from 'rowdesk/provider';

/** `confirmed`: every field was reported back as wanted. `pending`: one is on its way, and nothing refused it. */
export function agreementOf(
  path: string,
  { fields, writable }: LiveFields,
  desk: DeskReader,
  observed: ObservedReader,
): { readonly confirmed: boolean; readonly pending: boolean } {
  const wanted = desk.read(path);
  const states = writable.map((field) => {
    const report = observed.read(path, field);
    if (report === undefined) return 'pending';
    if (report.state !== 'applied') return report.state;
    return matches(wanted[field], report.value, field, fields[field] as TSchema) ? 'confirmed' : 'pending';
  });
  return { confirmed: states.every((state) => state === 'confirmed'), pending: states.includes('pending') };
}
