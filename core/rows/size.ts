/** Approximate bytes of a number, a boolean or null as JSON. */
const plainBytes = 8;

/**
 * True if the value takes at most about `most` bytes as JSON. Stops counting there, at any depth; a circular value is
 * larger than any bound.
 */
export function sizeAtMost(value: unknown, most: number): boolean {
  const waiting = [value];
  for (let left = most; waiting.length > 0; ) {
    const next = waiting.pop();
    if (typeof next === 'string') left -= next.length + 2;
    else if (ArrayBuffer.isView(next)) left -= next.byteLength * plainBytes;
    else if (Array.isArray(next)) {
      left -= next.length + 2;
      if (left >= 0) for (const item of next) waiting.push(item);
    } else if (typeof next === 'object' && next !== null) {
      left -= 2;
      for (const name in next) {
        left -= name.length + 4;
        if (left < 0) return false;
        waiting.push((next as Record<string, unknown>)[name]);
      }
    } else left -= plainBytes;
    if (left < 0) return false;
  }
  return true;
}
