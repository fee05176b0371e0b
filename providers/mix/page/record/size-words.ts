/** `340 MB`, `1.2 GB`: megabytes (1,000,000 bytes) in three digits. */
export function sizeWords(megabytes: number): string {
  const [value, unit] = megabytes >= 1000 ? [megabytes / 1000, 'GB'] : [megabytes, 'MB'];
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(2))} ${unit}`;
}
