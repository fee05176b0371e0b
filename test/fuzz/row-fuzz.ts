// What all fuzz tests of a row share: its addresses, its contract now, and that the desk is as it was.
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { Fields, Row } from '../../core/rows/definitions.ts';
import { type FieldWords, fittingBodies, widest, writableFields } from '../../core/testing/bodies.ts';
import { breakages } from '../../core/testing/breakages.ts';
import { isFull, roundsOf } from '../harness/depth.ts';
import { momentary } from '../harness/whole-desk.ts';
import { conditions } from './conditions.ts';
import type { RawClient, Reply } from './raw-client.ts';

/** Cases of every row and method: so many prove something, few are enough to see that nothing is broken. */
export const cases = roundsOf({ sample: 10, full: 1_000, soak: 1_000 });
/** Of bodies that the OPTIONS of a row allow, and as many of broken ones: `FUZZ_BODIES=10000 npm run test:all -- test/fuzz`. */
export const bodies = Number(process.env.FUZZ_BODIES ?? roundsOf({ sample: 10, full: 250, soak: 1_000 }));
const mostAddresses = isFull ? 24 : 6;

/** One way to spoil a body. */
export interface Spoiler {
  readonly field: string;
  /** `delayMs/0 multipleOf` */
  readonly what: string;
  readonly value: fc.Arbitrary<unknown>;
}

export interface Now {
  readonly path: string;
  readonly writable: Readonly<Record<string, FieldWords>>;
  readonly row: Fields;
  readonly bodies: fc.Arbitrary<Fields>;
  /** Every way to spoil one of them, made when it is wanted: that takes a while for a large row. */
  readonly spoil: () => readonly Spoiler[];
}

/** What would hold up the cases that follow, and how it is put right. */
const heldUp: readonly (readonly [RegExp, Fields])[] = [
  [/^\/safety\/panic$/, { scope: null }],
  [/^\/console$/, { locked: 'none' }],
  [/^\/adapter\/[^/]+$/, { enabled: true }],
  [/^\/stagebox\/[^/]+$/, { enabled: true }],
];

export class RowFuzz {
  readonly client: RawClient;
  readonly row: Row;
  readonly paths: readonly string[];
  readonly #before = new Map<string, Fields>();
  readonly #made = new Map<string, Omit<Now, 'path' | 'row'>>();
  #asked = 0;

  constructor(client: RawClient, row: Row) {
    this.client = client;
    this.row = row;
    const { registry } = client.desk.host.assembly;
    const all = registry.list(row).map(({ path }) => path);
    const { suits = () => true } = this.#condition;
    const known = [...new Set([...client.desk.examples(row), ...all, ...comingAndGoing(row.template)])];
    const suited = known.filter((path) => suits(client, path));
    this.paths = suited.filter((_, place) => place % Math.ceil(suited.length / mostAddresses) === 0);
  }

  get #condition() {
    return conditions[this.row.template] ?? {};
  }

  /** Whether some address has a field to write. */
  get isWritable(): boolean {
    const { rows } = this.client.desk.host;
    return this.paths.some((path) => rows.open(path).methods.includes('PATCH'));
  }

  /**
   * The contract at an address now, and with `isShown` the row; undefined where nothing can be written now (a preamp that
   * is plugged out).
   */
  async now(asked: string, isShown = false): Promise<Now | undefined> {
    this.#asked++;
    await this.#condition.before?.(this.client, asked);
    const path = (await this.#condition.at?.(this.client)) ?? this.#stillThere(asked);
    const options = await this.client.ask('OPTIONS', path);
    if (options.status === 424) return undefined;
    if (options.status !== 200) throw new Error(`${path}: ${told(options)}`);
    const { methods, fields } = options.body;
    if (!methods.includes('PATCH')) return undefined;
    // A scene is a megabyte: it is read where it is needed.
    const isNeeded =
      isShown || Object.values(fields as Readonly<Record<string, Fields>>).some((of) => 'mergedBy' in of);
    const row = isNeeded ? ((await this.client.ask('GET', path)).body as Fields) : {};
    return { path, row, ...this.#generators(fields, row) };
  }

  /** An entry of the history may have gone since: the newest of its kind then. */
  #stillThere(path: string): string {
    const { registry } = this.client.desk.host.assembly;
    return registry.locate(path) === undefined ? (registry.list(this.row)[0]?.path ?? path) : path;
  }

  /** Keeps what the addresses show, so that `restore` puts it back. */
  async keep(): Promise<void> {
    for (const path of this.paths) {
      const { status, body } = await this.client.ask('GET', path);
      if (status === 200) this.#before.set(path, body);
    }
  }

  /** Field by field, twice: one may stand in the way of another. */
  async restore(): Promise<void> {
    if (this.row.type === 'task') return;
    for (const [path, before] of [...this.#before, ...this.#before]) {
      const now = await this.now(path, true);
      if (now === undefined) continue;
      for (const name of Object.keys(now.writable)) {
        const isOther = name in before && !isDeepStrictEqual(now.row[name], before[name]);
        if (isOther) await this.client.patch(path, { [name]: before[name] });
      }
    }
  }

  /** After a case: nothing of it holds up the next. */
  async release({ path }: Now): Promise<void> {
    const [, body] = heldUp.find(([pattern]) => pattern.test(path)) ?? [];
    if (body !== undefined) await this.client.patch(path, body);
    if (this.row.type !== 'task') return;
    const isOver = async () => {
      const { status, body: row } = await this.client.ask('GET', path);
      return status !== 200 || row.running !== true;
    };
    this.client.time.advance(500);
    if (!(await this.client.passes(isOver, 500, 200))) throw new Error(`${path} does not end`);
  }

  #generators(fields: Readonly<Record<string, Fields>>, row: Fields): Omit<Now, 'path' | 'row'> {
    const words = this.#condition.words?.(this.client, fields) ?? {};
    const key = JSON.stringify([fields, words, this.#condition.isLong && this.#isDueNow]);
    let made = this.#made.get(key);
    if (made === undefined) {
      const writable = writableFields(fields);
      const laidOver = Object.entries(writable).map(([name, of]) => [name, { ...of, ...words[name] }]);
      const bodies = this.#bodies(Object.fromEntries(laidOver), row);
      let spoilers: readonly Spoiler[] | undefined;
      const spoil = () => {
        spoilers ??= spoilersOf(fields);
        return spoilers;
      };
      made = { writable, bodies, spoil };
      this.#made.set(key, made);
    }
    return made;
  }

  /**
   * Of a task, bodies that start it, and empty ones: to end what does not run is refused (409 not-running), a state, not a
   * field. What takes long is rarely started.
   */
  #bodies(writable: Now['writable'], row: Fields): Now['bodies'] {
    const { needs = [], isLong } = this.#condition;
    if (this.row.type !== 'task') return fittingBodies(fc, writable, row, needs);
    const none = fc.constant({});
    if (isLong && !this.#isDueNow) return none;
    const { running } = writable;
    const starting = { ...writable, running: { ...running, access: 'rw' as const, enum: [true] } };
    return fc.oneof(fittingBodies(fc, starting, row, [...needs, 'running']), none);
  }

  get #isDueNow(): boolean {
    return this.#asked % 20 === 0;
  }
}

/** Rows that no list names. */
function comingAndGoing(template: string): readonly string[] {
  const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
  return momentary.filter((path) => pattern.test(path));
}

/** For people: `422 invalid-fields [{...}]`. */
export function told({ status, code, errors, body }: Reply): string {
  return `${status} ${code} ${errors.length > 0 ? JSON.stringify(errors) : (body?.detail ?? '')}`;
}

const noFields = ['noSuchField', 'constructor', 'toString', '__proto__', '', 'running '];

function spoilersOf(fields: Readonly<Record<string, Fields>>): readonly Spoiler[] {
  const writable = writableFields(fields);
  const unknown = noFields.filter((field) => !Object.hasOwn(fields, field));
  const readOnly = Object.keys(fields).filter((field) => !Object.hasOwn(writable, field));
  const value = fc.constantFrom(null, 1, 'x', [1], { a: 1 });
  return [
    ...unknown.map((field) => ({ field, what: 'unknown', value })),
    ...readOnly.map((field) => ({ field, what: `${field} read-only`, value })),
    ...Object.entries(writable).flatMap(([field, words]) =>
      breakages(fc, widest(words)).map(({ place, keyword, values }) => ({
        field,
        what: `${field}${place} ${keyword}`,
        value: values,
      })),
    ),
  ];
}

/** The rows that can be written at some address, by their templates. */
export function writableRows(client: RawClient): [template: string, row: RowFuzz][] {
  return client.desk.host.assembly.registry.rows
    .map((row) => new RowFuzz(client, row))
    .filter((row) => row.paths.length > 0 && row.isWritable)
    .map((row) => [row.row.template, row]);
}
