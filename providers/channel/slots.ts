// Places in the chains of strips.
import type { Drivers } from 'rowdesk/provider';

type Processor = Drivers['processors'][number];

/** A place in a chain. */
export interface Slot {
  readonly processorId: string;
  readonly kind: string;
  readonly label: string;
  /** The last tap before it. */
  readonly tapPoint: Processor['tapPoint'];
  readonly sort: number;
  /** When nobody has said otherwise. */
  readonly enabled: boolean;
  /** What may stand there, the default first; '' is nothing. More may stand in a hosted one: `choicesAt`. */
  readonly plugins: readonly string[];
  /** Plugins of others may stand there. */
  readonly isHosted: boolean;
  /** It listens to a key. */
  readonly isKeyed: boolean;
}

/** The places of a strip where nothing stands but plugins of others, in the order of the sound. */
export const insertIds = ['insert1', 'insert2'] as const;

export const inserts: readonly Slot[] = insertIds.map((processorId, place) => ({
  processorId,
  kind: 'insert',
  label: `Insert ${place + 1}`,
  tapPoint: 'Post-EQ',
  sort: 500 + 100 * place,
  enabled: false,
  plugins: [''],
  isHosted: true,
  isKeyed: true,
}));

/** The place of an fxSend where a plugin of others may stand instead of what is built in. */
export const effectId = 'effect';

/** Nothing may stand there, and nothing does until somebody says otherwise. */
export const isInsert = ({ plugins }: Slot): boolean => plugins[0] === '';

/** Processors of one id are choices for one place, the first is the default. */
export function slotsFor(processors: readonly Processor[]): readonly Slot[] {
  const ids = [...new Set(processors.map(({ processorId }) => processorId))];
  return ids.map((processorId) => {
    const choices = processors.filter((processor) => processor.processorId === processorId);
    const { kind, label, tapPoint, sort, enabled, keyed } = choices[0] as Processor;
    const plugins = choices.map(({ uri }) => uri);
    const isHosted = processorId === effectId;
    return {
      processorId,
      kind,
      label,
      tapPoint,
      sort,
      enabled,
      plugins,
      isHosted,
      isKeyed: isHosted || (keyed ?? false),
    };
  });
}

/** The chain has no name in labels. A place with a choice of processors keeps its id. */
export function labelsOf(slots: readonly Slot[]): Readonly<Record<string, string>> {
  const named = slots
    .filter(({ plugins }) => plugins.length === 1)
    .map(({ processorId, label }) => [processorId, label.charAt(0).toLowerCase() + label.slice(1)]);
  return { chain: '', processors: '', ...Object.fromEntries(named), eq: 'EQ' };
}
