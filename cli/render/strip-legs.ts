/** A source is one port; the right leg takes the next one (rows.md). */
const stereoKinds = ['aux', 'fxReturn', 'cue', 'main'];

/** Left and right, or one leg, of a strip at its address. */
export function legsOf(strip: string): 1 | 2 {
  return stereoKinds.includes(strip.split('/')[2] ?? '') ? 2 : 1;
}
