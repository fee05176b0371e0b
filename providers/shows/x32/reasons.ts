// Why values of an X32 have no place here, in words for the report.
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\/config\/icon$/, 'strips have no icons here'],
  [/\/gate\/mode$/, 'a gate is a gate here, no expander'],
  [/\/dyn\/mode$/, 'a compressor is no expander here'],
  [/\/dyn\/env$/, 'envelopes are logarithmic here'],
  [/\/dyn\/pos$/, 'a compressor is behind the equaliser here'],
  [/\/dyn\/auto$/, 'attack and release are set by hand here'],
  [/\/automix\//, 'this desk mixes no channels by itself yet'],
  [/\/insert\//, 'effects are not inserted into strips here'],
  [/\/panFollow$/, 'sends do not follow the pan here'],
  [/^\/config\/(solo|talk|osc|mono)/, 'it belongs to the monitor of that console, not to a show here'],
  [/^\/config\/(userctrl|dp48|tape|amixenable)/, 'it is a control of that console alone'],
  [/^\/config\/(routing|userrout)/, 'what goes to AES50, the card and the local outputs is patched here port by port'],
  [/^\/config\/linkcfg/, 'a linked pair shares all but name, source, preamp, trim and polarity here'],
  [/^\/fx\//, 'this desk has no effect like it'],
  [/^\/outputs\//, 'an output has a source and a level here'],
];
export const reasonOf = (address: string): string =>
  reasons.find(([pattern]) => pattern.test(address))?.[1] ?? 'this desk has no such setting';
