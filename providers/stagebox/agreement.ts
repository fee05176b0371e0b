// Whether a device has the desired values of a row.
import type { ObservedReader } from 'rowdesk/provider';

/** `confirmed`: the device reports every field as desired. `pending`: a field is not there yet, and was not refused. */
export function agreementOf(
  path: string,
  writable: readonly string[],
  observed: ObservedReader,
): { readonly confirmed: boolean; readonly pending: boolean } {
  const open = writable.filter((field) => !observed.matches(path, field));
  const isOnItsWay = (field: string) => (observed.read(path, field)?.state ?? 'applied') === 'applied';
  return { confirmed: open.length === 0, pending: open.some(isOnItsWay) };
}
