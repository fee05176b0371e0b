// What a stream is asked to carry: addresses, and patterns that stand for several.
import { Refusal, type Rows } from 'rowdesk/provider';
import { mostAddresses } from './contract.ts';

type FieldErrors = NonNullable<ConstructorParameters<typeof Refusal>[3]>;

/** Throws Refusal, naming each target that stands for no row, for a stream, or for too many. */
export function checkTargets(rows: Rows, targets: readonly string[]): void {
  const errors: FieldErrors = [];
  let total = 0;
  targets.forEach((target, place) => {
    const add = (code: 'unknown-item' | 'not-an-option' | 'out-of-range', message: string) =>
      errors.push({ field: `targets/${place}`, code, message, params: { target, maximum: mostAddresses } });
    try {
      const paths = rows.expand(target, mostAddresses);
      total += paths.length;
      if (paths.some(isStream)) add('not-an-option', `${target} is a stream; a stream carries none.`);
    } catch (error) {
      add('unknown-item', (error as Error).message);
    }
  });
  if (errors.length === 0 && total > mostAddresses) {
    const message = `The targets stand for ${total} addresses; ${mostAddresses} is the most.`;
    errors.push({ field: 'targets', code: 'out-of-range', message, params: { maximum: mostAddresses } });
  }
  if (errors.length > 0) throw new Refusal('invalid-fields', errors[0]?.message ?? '', {}, errors);
}

/** The addresses that exist now, each once, at most 4,096; a target that stands for none just now is left out. */
export function expandNow(rows: Rows, targets: readonly string[]): readonly string[] {
  const paths = new Set<string>();
  for (const target of targets) {
    for (const path of expandOrNone(rows, target)) if (!isStream(path)) paths.add(path);
  }
  return [...paths].slice(0, mostAddresses);
}

function expandOrNone(rows: Rows, target: string): readonly string[] {
  try {
    return rows.expand(target, mostAddresses);
  } catch {
    return [];
  }
}

/** A stream that carried a stream could carry itself. */
function isStream(path: string): boolean {
  return path === '/streams' || path.startsWith('/streams/');
}
