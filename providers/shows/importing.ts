// Makes a session of a show file that was read: each value is held against the rows of this desk, and none is written there.
import { type Areas, type Rows, type Time, Turns } from 'rowdesk/provider';
import { type ContentRow, guarded } from '../scenes/index.ts';
import type { SessionFile } from '../sessions/index.ts';
import { Fitting } from './fitting.ts';
import type { LostPart, ReadShow, ShowLine, ShowValue } from './read-show.ts';
import { type LinesReport, linesReport } from './report.ts';

export interface ImportingNeeds {
  readonly areas: Areas;
  readonly rows: Pick<Rows, 'options'>;
  readonly time: Pick<Time, 'now'>;
}

export type Remap = Readonly<SessionFile['session']['remap']>;

export interface MadeSession {
  readonly file: SessionFile;
  readonly report: LinesReport;
}

/** Values that are looked at in one turn of the event loop. */
const valuesPerTurn = 200;
const socket = /^\/stagebox\/([^/]+)(\/inputs\/\d+)$/;
/** The areas of sockets, whose rows are there only once the session's `remap` names a box of this desk. */
const socketAreas: Readonly<Record<string, string>> = { gainDb: 'preamp', phantom: 'phantom' };

/** A value, and the lines that it is of. */
interface Placed {
  /** As the session has it; `here` has the box of this desk in place of that console's. */
  readonly path: string;
  readonly here: string;
  readonly field: string;
  readonly area: string;
  readonly value: unknown;
  readonly from: readonly { readonly line: ShowLine; readonly of: ShowValue }[];
  /** The row is that of a box which is not named yet. */
  readonly isAway: boolean;
}

export class Importing {
  readonly #areas: Areas;
  readonly #time: Pick<Time, 'now'>;
  readonly #fitting: Fitting;
  readonly #lost = new Map<ShowLine, LostPart[]>();
  readonly #placed = new Map<string, Placed>();

  constructor({ areas, rows, time }: ImportingNeeds) {
    this.#areas = areas;
    this.#time = time;
    this.#fitting = new Fitting(rows);
  }

  /** Once; over several turns of the event loop. */
  async make(show: ReadShow, remap: Remap, actor: string): Promise<MadeSession> {
    const turns = new Turns(valuesPerTurn);
    for (const line of show.lines) {
      for (const value of line.values) this.#place(line, value, remap);
      await turns.spend(Math.max(1, line.values.length));
    }
    for (const values of byStrip(this.#placed.values())) {
      this.#refuse(values, actor);
      await turns.spend(values.length);
    }
    const file = this.#session(show, remap);
    return { file, report: linesReport(show.lines, this.#lost) };
  }

  #place(line: ShowLine, of: ShowValue, remap: Remap): void {
    const { path, field } = of;
    const [, box = '', rest = ''] = socket.exec(path) ?? [];
    const to = remap.find(({ from }) => from === box)?.to;
    const here = to === undefined ? path : `/stagebox/${to}${rest}`;
    const isAway = box !== '' && to === undefined;
    const area = isAway ? socketAreas[field] : this.#areaOf(here, field);
    if (area === undefined) {
      this.#lose(line, of, this.#whyNone(here, field));
      return;
    }
    const key = `${path} ${field}`;
    const from = [{ line, of }];
    if (of.isItem) {
      const before = this.#placed.get(key);
      const value = [...((before?.value ?? []) as readonly unknown[]), of.value];
      this.#placed.set(key, { path, here, field, area, value, from: [...(before?.from ?? []), ...from], isAway });
      return;
    }
    const { value, isBeyond } = this.#fitting.fitted(here, field, of.value);
    if (isBeyond) this.#lose(line, of, 'beyond the range of this desk', String(value));
    this.#placed.set(key, { path, here, field, area, value, from, isAway });
  }

  /** Values of an effect that comes with them are no fields yet: the plan judges them with it. */
  #areaOf(path: string, field: string): string | undefined {
    const processor = path.endsWith('/effect/values') ? path.slice(0, path.lastIndexOf('/')) : undefined;
    return this.#areas.areaOf(path, field) ?? (processor && this.#areas.areaOf(processor, 'plugin'));
  }

  /** Takes out what the desk refuses now. */
  #refuse(values: readonly Placed[], actor: string): void {
    const here = values.filter(({ isAway }) => !isAway);
    const asked = here.map(({ here: path, field, value, area }) => ({ path, field, value, area }));
    const { blocked } = this.#areas.plan(asked, { actor });
    for (const { path, field, refusal } of blocked) {
      // A console that is locked now may be open when the session is applied.
      if (refusal.code === 'console-locked') continue;
      for (const placed of here.filter((each) => each.here === path && each.field === field)) {
        for (const { line, of } of placed.from) this.#lose(line, of, refusal.message);
        this.#placed.delete(`${placed.path} ${field}`);
      }
    }
  }

  #whyNone(path: string, field: string): string {
    const { blocked } = this.#areas.plan([{ path, field, value: null }], { actor: '' });
    return blocked[0]?.refusal.message ?? 'no session holds it';
  }

  /** What that console has from its factory is no loss. */
  #lose(line: ShowLine, { part, from, isDefault }: ShowValue, why: string, to: string | null = null): void {
    if (isDefault && to === null) return;
    this.#lost.set(line, [...(this.#lost.get(line) ?? []), { part, from, to, why }]);
  }

  #session({ name, notes, format, version }: ReadShow, remap: Remap): SessionFile {
    const content = contentOf(this.#placed.values());
    const all = [...new Set(content.map(({ area }) => area))].sort();
    const show = all.filter((area) => !guarded.includes(area));
    const savedAt = new Date(this.#time.now()).toISOString();
    const said = notes === '' ? `From ${format} ${version}`.trim() : notes;
    const body = { name, notes: said, order: 1, fadeMs: 0, keeps: [], savedAt };
    return {
      ...{ format: 'rowdesk-session', version: 1 },
      session: { ...body, areas: remap.length > 0 ? all : show, remap: [...remap], content },
      scenes: [{ ...body, id: 'imported', areas: show, differs: [], lacks: [] }],
    };
  }
}

/** Rows, each with the fields of one area. */
function contentOf(values: Iterable<Placed>): SessionFile['session']['content'] {
  const rows = new Map<string, ContentRow & { readonly fields: Record<string, unknown> }>();
  for (const { path, field, area, value } of values) {
    const key = `${area} ${path}`;
    const row = rows.get(key) ?? { path, area, fields: {} };
    row.fields[field] = value;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Of a strip together: a value may be refused for what another one makes of it. */
function byStrip(values: Iterable<Placed>): readonly (readonly Placed[])[] {
  const groups = new Map<string, Placed[]>();
  for (const value of values) {
    const strip = value.path.split('/', 4).join('/');
    const group = groups.get(strip);
    if (group === undefined) groups.set(strip, [value]);
    else group.push(value);
  }
  return [...groups.values()];
}
