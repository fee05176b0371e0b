// Whether a device has the desired values of a row.
import { isSameJson, type ObservedReader } from 'rowdesk/provider';

/** Values of the row that the other half of the box has, under the address of a row of its own. */
export interface SentValues {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** `confirmed`: the device reports every field as desired. `pending`: a field is not there yet, and was not refused. */
export function agreementOf(
  path: string,
  writable: readonly string[],
  observed: ObservedReader,
  sent?: SentValues,
): { readonly confirmed: boolean; readonly pending: boolean } {
  const elsewhere = Object.keys(sent?.values ?? {});
  const has = (field: string) => {
    const reading = sent && observed.read(sent.path, field);
    return reading?.state === 'applied' && isSameJson(reading.value, sent?.values[field]);
  };
  const own = writable.filter((field) => !elsewhere.includes(field) && !observed.matches(path, field));
  const others = elsewhere.filter((field) => !has(field));
  const isOnItsWay = (at: string, field: string) => (observed.read(at, field)?.state ?? 'applied') === 'applied';
  return {
    confirmed: own.length + others.length === 0,
    pending:
      own.some((field) => isOnItsWay(path, field)) || others.some((field) => isOnItsWay(sent?.path ?? '', field)),
  };
}
