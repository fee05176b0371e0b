// Values of the desk as the numbers of the mixer's slots, and back.
import type { Address } from './native.ts';
import type { Sources } from './sources.ts';

const panicScopes = [null, 'mains', 'all'];

/** The number for a slot, or the reason in words why there is none. */
export function numberFor(address: Address, value: unknown, sources: Sources): number | string {
  switch (address.type) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return `${address.field} must be a number`;
      if (value >= address.minimum && value <= address.maximum) return value;
      return `${address.field} must be from ${address.minimum} to ${address.maximum}`;
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : `${address.field} must be true or false`;
    case 'source':
      return typeof value === 'string' ? sources.numberOf(value) : `${address.field} must be the id of a source`;
    case 'panicScope': {
      const scope = panicScopes.indexOf(value as string | null);
      return scope >= 0 ? scope : `${address.field} must be null, mains or all`;
    }
  }
}

/** What a slot's number means to the desk. */
export function valueFor(address: Address, number: number, sources: Sources): unknown {
  switch (address.type) {
    case 'number':
      return number;
    case 'boolean':
      return number !== 0;
    case 'source':
      return sources.idOf(number);
    case 'panicScope':
      return panicScopes[number] ?? null;
  }
}
