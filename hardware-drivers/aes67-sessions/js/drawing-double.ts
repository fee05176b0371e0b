// Numbers of chance for tests with malformed packets.

/** Whole numbers from 0 to below the argument, the same each time (xorshift32). */
export function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** These bytes cut, lengthened, repeated within, or with bytes of chance. */
export function malformed(draw: (below: number) => number, bytes: Buffer): Buffer {
  const at = draw(bytes.length + 1);
  const chance = Buffer.from(Array.from({ length: draw(24) }, () => draw(256)));
  switch (draw(5)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), chance, bytes.subarray(at)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(draw(at + 1))]);
    default: {
      const changed = Buffer.from(bytes);
      for (let left = draw(6); left >= 0 && changed.length > 0; left--) changed[draw(changed.length)] = draw(256);
      return changed;
    }
  }
}
