/** Names that reach into JavaScript's objects instead of naming a member; refused as keys wherever a client names one. */
export const reservedNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export function isReservedName(name: string): boolean {
  return reservedNames.includes(name);
}
