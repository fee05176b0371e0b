// A warning while another version of a plugin lacks parameters that were set in an insert: their values wait for them. The
// desk's own warning about stored values that fit no row is of its start; this one is of scans while it runs.
import { type Desk, type Fields, type LiveFields, StandingWarnings, stopAll, type Warnings } from 'rowdesk/provider';
import { hostedProcessor } from './hosted-processors.ts';
import type { InsertChoices } from './insert-choices.ts';
import { placeName } from './missing-plugins.ts';

const mostNamed = 8;

/** What a place had before a scan. */
interface Known {
  readonly plugin: string;
  readonly fields: LiveFields;
  readonly values: Fields;
}

export function warnOfGoneParameters(inserts: InsertChoices, desk: Desk, warnings: Warnings): () => void {
  const standing = new StandingWarnings(warnings);
  const known = new Map<string, Known>();
  /** By place: parameters whose values wait. */
  const gone = new Map<string, { readonly plugin: string; readonly names: ReadonlySet<string> }>();
  const places = new Set(inserts.paths);
  const fieldsOf = (plugin: string) => {
    const description = plugin === '' ? undefined : inserts.plugins?.get(plugin);
    return description && hostedProcessor(description).fields;
  };

  const show = () => {
    const named = [...gone].flatMap(([path, { names }]) => [...names].map((name) => `${placeName(path)} ${name}`));
    const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
    const warning = {
      id: 'plugin-parameters-gone',
      title: 'Plugins lack parameters that were set',
      titleCode: { code: 'plugin-parameters-gone', params: { count: named.length } },
      detail: `${named.slice(0, mostNamed).join(', ')}${more}. Another version of the plugin has them; the values are kept.`,
      severity: 'info' as const,
      path: [...gone.keys()][0] ?? '',
    };
    standing.become(named.length === 0 ? [] : [warning]);
  };
  const learn = (path: string) => {
    const plugin = desk.read(path).plugin as string;
    if (gone.get(path)?.plugin !== plugin) gone.delete(path);
    if (known.get(path)?.plugin !== plugin) known.delete(path);
    const fields = fieldsOf(plugin);
    // What is known of a plugin that is not there now is what it was.
    if (fields !== undefined) known.set(path, { plugin, fields, values: desk.read(`${path}/values`) });
  };
  const compare = (path: string, { plugin, fields, values }: Known) => {
    const now = fieldsOf(plugin);
    if (now === undefined || now === fields) return;
    const isSet = (name: string) =>
      values[name] !== (fields.fields[name] as { default?: unknown } | undefined)?.default;
    const before = gone.get(path)?.names ?? new Set<string>();
    const names = [...before, ...fields.writable.filter(isSet)].filter((name) => !now.writable.includes(name));
    if (names.length === 0) gone.delete(path);
    else gone.set(path, { plugin, names: new Set(names) });
  };
  const scanned = () => {
    for (const [path, own] of known) compare(path, own);
    for (const path of known.keys()) learn(path);
    show();
  };

  for (const path of places) learn(path);
  const stop = stopAll(
    inserts.onChange(scanned),
    desk.onCommit((_revision, paths) => {
      const touched = new Set(paths.map((path) => path.replace(/\/values$/, '')).filter((path) => places.has(path)));
      if (touched.size === 0) return;
      for (const path of touched) learn(path);
      show();
    }),
  );
  return () => {
    stop();
    standing.end();
  };
}
