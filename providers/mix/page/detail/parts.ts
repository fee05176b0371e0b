// What a strip has, as its capability row lists it, and the parts of the page that show it.
import { fieldOf, rowOf } from '../desk/rows.ts';
import { kindAndIndex } from '../desk/strip-path.ts';
import { isWide } from '../frame/size.ts';

export interface InChain {
  readonly processorId: string;
  readonly kind: string;
  readonly label: string;
  readonly enabled: boolean;
}

/** The processors of a strip in the order of the sound. */
export const chainOf = (path: string): readonly InChain[] =>
  fieldOf<readonly InChain[]>(`${path}/chain`, 'order').value ?? [];

/** Rows below the strip that begin with this: `/sends/`. */
export function rowsBelow(path: string, below: string): readonly string[] {
  const known = fieldOf<readonly string[]>(`${path}/capability`, 'known').value ?? [];
  return known.filter((row) => row.startsWith(path + below));
}

export const processorPath = (path: string, processorId: string) => `${path}/chain/processors/${processorId}`;

/** Parts that have a tab of their own; other processors are found in the chain. */
const kindsWithTabs = ['eq', 'gate', 'deesser', 'comp', 'limiter', 'effect', 'insert'];

const protectedKinds = ['input', 'fxReturn', 'aux', 'mix', 'matrix', 'main'];
/** Strips that leave the desk: a loudspeaker may hang on them. */
const speakerKinds = ['main', 'matrix', 'mix', 'aux', 'cue'];
const isOneOf = (kinds: readonly string[], path: string) => kinds.includes(kindAndIndex(path)[0]);

/** Other kinds store the row `hrp`, but have no sound to be protected against howling. */
export const hasProtectedKind = (path: string): boolean => isOneOf(protectedKinds, path);
export const hasHrp = (path: string): boolean => hasProtectedKind(path) && rowsBelow(path, '/hrp').length > 0;
export const hasSpeaker = (path: string): boolean =>
  isOneOf(speakerKinds, path) && rowsBelow(path, '/speakerAlign').length > 0;

/** The row of what the hardware plays of the strip's source by itself; undefined without a source. */
export function directPathsOf(path: string): string | undefined {
  const { sourceId, spareSourceId, sourceSelected } = rowOf(path).value.row ?? {};
  const source = sourceSelected === 'spare' ? spareSourceId : sourceId;
  return typeof source === 'string' && source !== '' ? `/directPath/sources/${source}` : undefined;
}

function hasDirectPaths(path: string): boolean {
  const row = directPathsOf(path);
  return row !== undefined && (fieldOf<readonly unknown[]>(row, 'outputs').value ?? []).length > 0;
}

/** Names of the parts of a strip: `overview` where it has room, `source`, an id of its chain, `sends`, `direct`, `groups`, `feedback`, `speaker`. */
export function partsOf(path: string): readonly string[] {
  const ofChain = chainOf(path).filter(({ kind }) => kindsWithTabs.includes(kind));
  return [
    ...(isWide.value ? ['overview'] : []),
    'source',
    ...ofChain.map(({ processorId }) => processorId),
    ...(rowsBelow(path, '/sends/').length > 0 ? ['sends'] : []),
    ...(hasDirectPaths(path) ? ['direct'] : []),
    'groups',
    ...(hasHrp(path) ? ['feedback'] : []),
    ...(hasSpeaker(path) ? ['speaker'] : []),
  ];
}
