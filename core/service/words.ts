// Names of addresses and fields as people say them.

/** Where that is not the name itself with spaces in it; '' is not said at all. */
const said: ReadonlyMap<string, string> = new Map([
  ['bpm', 'BPM'],
  ['chain', ''],
  ['comp', 'compressor'],
  ['dca', 'DCA'],
  ['dcas', 'DCAs'],
  ['enabled', 'on/off'],
  ['eq', 'EQ'],
  ['fxReturn', 'FX return'],
  ['fxSend', 'FX send'],
  ['hpf', 'high-pass'],
  ['insert1', 'insert 1'],
  ['insert2', 'insert 2'],
  ['mainAssigned', 'to main'],
  ['mixMinus', 'mix-minus'],
  ['muted', 'mute'],
  ['muteGroup', 'mute group'],
  ['on', 'on/off'],
  ['polarityInverted', 'polarity'],
  ['processors', ''],
  ['q', 'Q'],
  ['sends', 'send to'],
  ['soloed', 'solo'],
  ['sourceId', 'source'],
  ['sourceSelected', 'main or spare source'],
  ['spareSourceId', 'spare source'],
  ['values', ''],
]);

const unitOfName = /(Db|Dbfs|Ms|Us|Hz|S|C|M|Mb|Percent)$/;

const spaced = once((name) =>
  name.replace(/([a-z0-9])([A-Z])/g, (_all, before: string, after: string) => `${before} ${after.toLowerCase()}`),
);

const single = once((name) => spaced(name).replace(/([^s])s$/, '$1'));

/** A literal of an address; before a number or a name it is one of many: `inputs` is `input`. */
export function segmentInWords(name: string, isOneOfMany: boolean): string {
  return said.get(name) ?? (isOneOfMany ? single(name) : spaced(name));
}

/** What an address was made with: kinds are words, all else is a name that somebody gave. */
export function valueInWords(value: string | number): string {
  return said.get(String(value)) ?? String(value);
}

/** `levelDb` is level. */
export const fieldInWords = once(
  (field) => said.get(field) ?? spacedWithNumbers(field.replace(unitOfName, '') || field),
);

/** Made once for each name: there are as many as the literals of all rows have. */
function once(make: (name: string) => string): (name: string) => string {
  const made = new Map<string, string>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const words = make(name);
    made.set(name, words);
    return words;
  };
}

/** The last word may be one that is said otherwise: `band2Enabled` is band 2 on/off. */
function spacedWithNumbers(name: string): string {
  const words = spaced(name.replace(/([a-z])([0-9])/g, '$1 $2')).split(' ');
  return [...words.slice(0, -1), said.get(words.at(-1) ?? '') ?? words.at(-1)].join(' ');
}
