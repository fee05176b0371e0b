const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Names that reach into JavaScript's objects instead of naming a member; refused as keys wherever a client names one. */
export function isReservedName(name: string): boolean {
  return reserved.has(name);
}
