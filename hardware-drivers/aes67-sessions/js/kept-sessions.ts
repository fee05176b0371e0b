// The sessions that inputs of a device are subscribed to, as the rows of network audio hand them over.

export const mostKept = 64;

/** Ids of sessions. Throws Error that names the field and its range. */
export function keptIn(value: unknown): readonly string[] {
  const isId = (each: unknown): each is string => typeof each === 'string' && each.length >= 1 && each.length <= 512;
  if (!Array.isArray(value) || value.length > mostKept || !value.every(isId)) {
    throw new Error(`kept must be a list of at most ${mostKept} ids of sessions, of 1 to 512 characters`);
  }
  return value;
}
