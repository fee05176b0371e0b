// What leaves a gate, a compressor or a limiter at a steady level, in dB, by the roles of its parameters.
// The compressor's curve: D. Giannoulis, M. Massberg, J. D. Reiss, "Digital Dynamic Range Compressor Design", J. Audio Eng.
// Soc. 60 (2012), equation 4, as the mixer computes it.

export type Roles = Readonly<Record<string, number | undefined>>;

/** Undefined for a kind of processor without a curve. */
export function transferOf(kind: string, roles: Roles): ((levelDb: number) => number) | undefined {
  const { threshold } = roles;
  if (threshold === undefined) return undefined;
  if (kind === 'gate') return (levelDb) => (levelDb >= threshold ? levelDb : levelDb - (roles.range ?? 60));
  if (kind === 'limiter') return (levelDb) => Math.min(levelDb, threshold);
  if (kind === 'comp' && roles.ratio !== undefined) return compressor(threshold, roles.ratio, roles);
  return undefined;
}

function compressor(threshold: number, ratio: number, { knee = 0, makeup = 0, mix = 100 }: Roles) {
  return (levelDb: number): number => {
    const over = levelDb - threshold + knee / 2;
    const inKnee = Math.min(Math.max(over, 0), knee);
    const bent = knee > 0 ? (inKnee * inKnee) / (2 * knee) : 0;
    const gainDb = makeup - (1 - 1 / ratio) * (bent + Math.max(over - knee, 0));
    const wet = mix / 100;
    return levelDb + 20 * Math.log10(wet * 10 ** (gainDb / 20) + 1 - wet);
  };
}
