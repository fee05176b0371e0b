// The addresses of the desk's rows, by its templates. A list is asked for again when addresses of its template came or went.
import type { Client } from 'rowdesk/client';
import { OscRefusal } from '../network/refusal.ts';
import type { FieldPattern } from './address.ts';

/** Templates are asked for again after so long: addresses come and go seldom. */
const keptMs = 2000;
/** Lists under way for all peers. */
const mostAsking = 4;
const mostWaiting = 512;

export interface TemplateRow {
  readonly template: string;
  readonly n: number;
  readonly changes: number;
  readonly onDemand: boolean;
  readonly live: boolean;
}

interface List {
  readonly changes: number;
  readonly paths: Promise<readonly string[]>;
}

export class AddressLists {
  readonly #client: Client;
  readonly #nowMs: () => number;
  readonly #lists = new Map<string, List>();
  #templates: { readonly rows: Promise<readonly TemplateRow[]>; readonly endsMs: number } | undefined;
  #asking = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(client: Client, nowMs: () => number) {
    this.#client = client;
    this.#nowMs = nowMs;
    client.onReconnect(() => this.forget());
  }

  templates(): Promise<readonly TemplateRow[]> {
    if (this.#templates !== undefined && this.#templates.endsMs > this.#nowMs()) return this.#templates.rows;
    const rows = this.#client
      .get('/surface/addresses')
      .then(({ templates }) => templates)
      .catch((error: unknown) => {
        this.#templates = undefined;
        throw error;
      });
    this.#templates = { rows, endsMs: this.#nowMs() + keptMs };
    return rows;
  }

  /** The desk was started anew: it counts changes from its start. */
  forget(): void {
    this.#templates = undefined;
    this.#lists.clear();
  }

  /** Templates are asked for again next time. */
  renew(): void {
    this.#templates = undefined;
  }

  /** The paths of the rows at a pattern. Rejects with OscRefusal. */
  async list(pattern: FieldPattern): Promise<readonly string[]> {
    const paths = await this.below(pattern.target.split('/'), true);
    return paths.filter((path) => pattern.matchesRow(path));
  }

  /** How many rows a target of the desk's streams stands for. */
  async count(target: string): Promise<number> {
    if (!target.includes('*')) return 1;
    const segments = target.split('/');
    const paths = await this.below(segments, true);
    return paths.filter((path) => path.split('/').every((each, n) => segments[n] === '*' || segments[n] === each))
      .length;
  }

  /** Addresses of templates that begin with these segments, or have just so many; `*` stands for any. */
  async below(segments: readonly string[], isExact: boolean): Promise<readonly string[]> {
    const templates = await this.templates();
    const fitting = templates.filter(({ template }) => fits(template.split('/'), segments, isExact));
    return (await Promise.all(fitting.map((each) => this.paths(each)))).flat();
  }

  paths({ template, n, changes }: TemplateRow): Promise<readonly string[]> {
    const known = this.#lists.get(template);
    if (known?.changes === changes) return known.paths;
    const paths = this.#inTurn(async () => {
      const row = await this.#client.get(`/surface/addresses/${n}`);
      return row.addresses;
    });
    this.#lists.set(template, { changes, paths });
    paths.catch(() => this.#lists.delete(template));
    return paths;
  }

  async #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#asking >= mostAsking) {
      if (this.#waiting.length >= mostWaiting) throw new OscRefusal('busy', 429);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#asking += 1;
    try {
      return await ask();
    } finally {
      this.#asking -= 1;
      this.#waiting.shift()?.();
    }
  }
}

function fits(template: readonly string[], segments: readonly string[], isExact: boolean): boolean {
  if (isExact ? template.length !== segments.length : template.length < segments.length) return false;
  return segments.every((segment, n) => segment === '*' || template[n] === segment || template[n]?.startsWith('{'));
}
