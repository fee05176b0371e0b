// Every number that a client may write has bounds in its contract: what has none reaches drivers and files.
import { expect, test } from 'vitest';
import { writableFields } from '../../core/testing/bodies.ts';
import { startWholeDesk } from '../harness/whole-desk.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Where a schema has a number without a minimum or a maximum. */
function unbounded(schema: Schema, place: string): readonly string[] {
  if (schema.const !== undefined || Array.isArray(schema.enum)) return [];
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  const least = schema.minimum ?? schema.exclusiveMinimum;
  const most = schema.maximum ?? schema.exclusiveMaximum;
  if (isNumber) return least === undefined || most === undefined ? [place] : [];
  const lists = [schema.anyOf, schema.oneOf, schema.allOf, schema.items] as readonly (Schema | readonly Schema[])[];
  const inside: readonly (readonly [string, Schema])[] = [
    ...Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>),
    ...Object.entries((schema.patternProperties ?? {}) as Readonly<Record<string, Schema>>),
    ...lists.flatMap((list) => [list ?? []].flat().map((each, n) => [`${n}`, each as Schema] as const)),
  ];
  return inside.flatMap(([name, each]) => unbounded(each, `${place}/${name}`));
}

test('every number that a client may write has a minimum and a maximum', { timeout: 120_000 }, async () => {
  const desk = await startWholeDesk();
  try {
    const { registry } = desk.host.assembly;
    const found = new Set<string>();
    let fields = 0;
    for (const row of registry.rows) {
      const path = [...desk.examples(row), ...registry.list(row).map((place) => place.path)][0];
      if (path === undefined) continue;
      // A row of a device that is not there has no contract now.
      const { fields: contract = {} } = await desk.options(path);
      for (const [name, field] of Object.entries(writableFields(contract))) {
        fields++;
        for (const place of unbounded(field, name)) found.add(`${row.template} ${place}`);
      }
    }
    expect(fields).toBeGreaterThan(200);
    expect([...found].sort()).toEqual([]);
  } finally {
    await desk.close();
  }
});
