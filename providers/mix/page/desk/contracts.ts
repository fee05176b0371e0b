// What OPTIONS says of rows, asked once a connection, and again where something changed what a row allows: another
// plugin, another preamp, a refusal.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Contract, Refused, type Row } from 'rowdesk/client';
import { client, connection } from './client.ts';
import { rowOf } from './rows.ts';

/** A look-up of a path, asked once a connection. */
class Answers<T> {
  /** Undefined while the desk has not answered; null for a row that is not there. */
  readonly #signals = new Map<string, Signal<T | null | undefined>>();
  readonly #there = new Map<string, ReadonlySignal<T | undefined>>();
  readonly #request: (path: string) => Promise<T>;

  constructor(request: (path: string) => Promise<T>) {
    this.#request = request;
    effect(() => {
      if (connection.value.state !== 'open') return;
      for (const path of this.#signals.keys()) this.ask(path);
    });
  }

  of(path: string): ReadonlySignal<T | undefined> {
    const known = this.#there.get(path);
    if (known !== undefined) return known;
    const answer = this.answer(path);
    const there = computed(() => answer.value ?? undefined);
    this.#there.set(path, there);
    return there;
  }

  answer(path: string): ReadonlySignal<T | null | undefined> {
    const there = this.#signals.get(path);
    if (there !== undefined) return there;
    const made = signal<T | null | undefined>(undefined);
    this.#signals.set(path, made);
    this.ask(path);
    return made;
  }

  /** Asks again for what begins with this and goes on with one of the names; the others are gone. */
  askBelow(path: string, names: ReadonlySet<string>): void {
    for (const [known, there] of this.#signals) {
      if (!known.startsWith(path)) continue;
      if (names.has(known.slice(path.length))) this.ask(known);
      // What still shows it for a moment asks for nothing that is gone.
      else there.value = null;
    }
  }

  /** Null where the row is not there; as it was where the desk does not answer. */
  ask(path: string): void {
    const there = this.#signals.get(path);
    if (there === undefined) return;
    this.#request(path).then(
      (answer) => {
        there.value = answer;
      },
      (error: unknown) => {
        if (error instanceof Refused) there.value = null;
      },
    );
  }
}

const contracts = new Answers<Contract>((path) => client.options(path));
const parameters = new Answers<Row>((path) => client.get(path as never) as Promise<Row>);

/** Undefined until the desk has answered, and for a row that is not there. */
export const contractOf = (path: string): ReadonlySignal<Contract | undefined> => contracts.of(path);

/** The desk has answered that there is no such row. */
export const isAbsent = (path: string): boolean => contracts.answer(path).value === null;

/** `params/{symbol}` of the processor whose `values` row this is: what OPTIONS of the values lacks. */
export const parameterOf = (values: string, symbol: string): ReadonlySignal<Row | undefined> =>
  parameters.of(`${parametersBelow(values)}${symbol}`);

const parametersBelow = (values: string) => `${values.slice(0, -'values'.length)}params/`;

/** What a row allows may have changed. */
export function askAgain(path: string): void {
  contracts.ask(path);
  if (!path.endsWith('/values')) return;
  parameters.askBelow(parametersBelow(path), new Set(Object.keys(rowOf(path).peek().row)));
}
