// A check as data: which rule, of what, and how it is looked at.
import type { SampleAddresses } from './addresses.ts';
import type { Row, Server } from './server.ts';
import type { SpecRow } from './spec-row.ts';

/** Nothing to look at: not a fault, and no pass. */
export class NotThere {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** undefined: it holds; a string: what is wrong. */
export type Verdict = undefined | string | NotThere;

export interface Check<Given> {
  /** The number in interface.md. */
  readonly rule: string;
  readonly subject: string;
  readonly run: (given: Given) => Verdict | Promise<Verdict>;
}

export interface TestedServer {
  readonly server: Server;
  readonly addresses: SampleAddresses;
}

/** A row of the specification that answers on this server. */
export interface FoundRow extends TestedServer {
  readonly spec: SpecRow;
  readonly address: string;
  /** As GET answered it; one on demand as its watch showed it. */
  readonly row: Row;
  /** The body of its OPTIONS. */
  readonly options: unknown;
}
