// The service over HTTP, with its refusals and its absence as faults in words.

import { Refused, Unreachable } from '../core/client/errors.ts';
import { Requests } from '../core/client/requests.ts';
import type { Answer, Asked, Contract, FieldContract, Patched, Row } from '../core/client.ts';
import { ask } from '../core/transport/http.ts';
import { keyFor } from './access-key.ts';
import { CommandError } from './command-error.ts';

export type { Contract, FieldContract, Patched, Row };

/** Where a desk listens unless it is told otherwise, and commands look for it. */
export const defaultHost = '127.0.0.1';
export const defaultPort = 8700;
export const defaultUrl = `http://${defaultHost}:${defaultPort}/api`;

export class Client {
  readonly requests: Requests;

  /** `url` is the base with `/api`, as `start` prints it; `actor`: its name in the history and for leases. */
  constructor(url: string, actor?: string) {
    if (!URL.canParse(url)) throw new CommandError('usage', `--url: ${url} is not an address like ${defaultUrl}`);
    this.requests = new Requests(url, { transport: ask, actor, key: keyFor(url) });
  }

  get baseUrl(): string {
    return this.requests.baseUrl;
  }

  get(path: string): Promise<Row> {
    return inWords(this.requests.get(path));
  }

  options(path: string): Promise<Contract> {
    return inWords(this.requests.options(path));
  }

  patch(path: string, body: Row, ifMatch?: string): Promise<Patched> {
    return inWords(this.requests.patch(path, body, ifMatch));
  }

  ask(path: string, asked: Partial<Asked>): Promise<Answer> {
    return inWords(this.requests.ask(path, asked));
  }
}

/** Rejects with CommandError: refused for a refusal, unreachable when no desk answers in time. */
export async function inWords<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refused) throw new CommandError('refused', refusalText(error));
    if (!(error instanceof Unreachable)) throw error;
    const { cause, message } = error;
    if (cause instanceof Refused) throw new CommandError('unreachable', refusalText(cause));
    throw new CommandError('unreachable', cause === undefined ? message : `${message} Start one: rowdesk start`);
  }
}

/** The words of a refusal, with a line for each refused field. */
function refusalText({ status, refusal, message }: Refused): string {
  const { code, detail, errors } = refusal;
  const head = `Refused (${[status, code].filter((part) => part !== '').join(' ')}): ${message}`;
  // A single fault is the detail.
  const others = errors.filter((each) => each.message !== detail);
  return [head, ...others.map((each) => `  ${each.field}: ${each.message}`)].join('\n');
}
