// What the blobs of `/meters/0` to `/meters/9` of an XR18 have: levels and gains in 1/256 dB, as Behringer's "X AIR Mixer Series
// Remote Control Protocol" says, whose public copies end before the counts of 2 to 6. Those, and all orders, are the ones that were
// measured of an XR16 (jskeet/DemoCode, OscMixerControl/Notes/addresses.md).
import { legs, type MeterPart, type MeterTable, one, open, silent, span } from './meter-parts.ts';

const returns = [legs('/rtn/aux', 'pre'), ...[1, 2, 3, 4].map((n) => legs(`/rtn/${n}`, 'pre'))].flat();
const buses = span('/bus', 1, 6, 'pre', 1);
const sends = span('/fxsend', 1, 4, 'pre', 1);
const main = legs('/lr', 'post');
/** As `/meters/0` numbers them. */
const strips = [
  ...span('/ch', 1, 16, 'pre'),
  ...[one('/rtn/aux', 'pre'), ...span('/rtn', 1, 4, 'pre', 1)],
  ...[...buses, ...sends, one('/lr', 'pre')],
];

const plain: Readonly<Record<string, readonly MeterPart[]>> = {
  '1': [...span('/ch', 1, 16, 'pre'), ...returns, ...buses, ...sends, ...main, silent(2)],
  // Sixteen preamps, two aux inputs, 18 of USB.
  '2': [...span('/ch', 1, 16, 'pre'), silent(20)],
  // Of each effect both legs in, ten meters of its own, both legs out; then the analyser.
  '3': [silent(56)],
  '4': [silent(100)],
  // Six auxiliary outputs and the main ones, then sixteen personal monitors, 18 of USB, and phones.
  '5': [...span('/bus', 1, 6, 'post', 1), ...main, silent(36)],
  '6': [open(16), ...span('/ch', 1, 16, 'dynamics'), ...span('/bus', 1, 6, 'dynamics', 1), one('/lr', 'dynamics')],
  '7': [open(16)],
  '8': [silent(4)],
  '9': [silent(4)],
};

export const xr18Meters: MeterTable = {
  unit: 'decibel',
  choices: (number) => (number === '0' ? 1 : 0),
  parts: (number, [first = 0]) => (number === '0' ? stripParts(first) : plain[number]),
  pairs: {},
};

/** Both legs before the fader, gate and dynamics, both legs behind it, and what the two listen to. */
function stripParts(number: number): readonly MeterPart[] {
  const part = strips[number];
  if (part === undefined || !('strip' in part)) return [silent(2), open(2), silent(4)];
  const { strip } = part;
  return [...legs(strip, 'pre'), open(1), one(strip, 'dynamics'), ...legs(strip, 'post'), silent(2)];
}
