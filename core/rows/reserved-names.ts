/** Names with a meaning in JavaScript's objects (`__proto__`); refused as keys in requests. */
export const reservedNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export function isReservedName(name: string): boolean {
  return reservedNames.includes(name);
}
