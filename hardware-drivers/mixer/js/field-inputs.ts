// The mixer's other fields, as its manifest describes them, for the native half.
import type { MixerField, MixerFields } from 'rowdesk/driver';
import type { FieldInput } from './native.ts';

/** kinds: those of strips, in the order of the native half. */
export function fieldInputs(rows: MixerFields, kinds: readonly string[]): readonly FieldInput[] {
  return Object.entries(rows).flatMap(([row, fields]) =>
    Object.entries(fields).map(([field, described]) => ({
      row,
      field,
      type: described.type,
      minimum: described.minimum ?? 0,
      maximum: described.maximum ?? 0,
      choices: described.choices ?? [],
      refKinds: described.refKinds ?? [],
      stripKinds: described.stripKinds ?? [],
      maxItems: described.maxItems ?? 0,
      initials: Float64Array.from(kinds, (kind) =>
        numberOf(described, described.defaultOf?.[kind] ?? described.default),
      ),
      initialStrip: typeof described.default === 'object' ? stripPath(described.default) : '',
    })),
  );
}

/** What the slot of a field begins with: of a choice its place, 0 for what has a default of another shape. */
function numberOf({ choices = [] }: MixerField, value: MixerField['default']): number {
  if (typeof value === 'string') return choices.indexOf(value);
  return typeof value === 'object' ? 0 : Number(value ?? 0);
}

const stripPath = ({ kind, index }: { readonly kind: string; readonly index: number }) => `/channel/${kind}/${index}`;
