// What only the running service knows: addresses, fields, options. Silent: where it does not answer there are none.

import { ask } from '../../core/transport/http.ts';
import { Client, type FieldContract } from '../client.ts';
import { optionsOf } from '../values.ts';

interface NetworkDevice {
  readonly id: string;
  readonly own: boolean;
  readonly rxChannels: number;
}
interface Session {
  readonly streams: readonly { readonly labels: readonly string[] }[];
}

export class LiveCandidates {
  readonly #client: Client;
  readonly #timeout: AbortSignal;

  /** `timeout` ends the waiting for an answer. Throws CommandError for an address that is none. */
  constructor(url: string, timeout: AbortSignal) {
    this.#client = new Client(url);
    this.#timeout = timeout;
  }

  /** Addresses that begin like this, each up to its next slash. */
  async paths(begin: string): Promise<readonly string[]> {
    const bare = begin.startsWith('/') ? begin : `/${begin}`;
    const url = `${this.#client.baseUrl}?begin=${encodeURIComponent(bare)}`;
    const { addresses } = await quietly({ addresses: [] }, async () => {
      const answer = await ask(url, { signal: this.#timeout });
      return JSON.parse(await answer.text()) as { addresses: string[] };
    });
    return begin.startsWith('/') ? addresses : addresses.map((address) => address.slice(1));
  }

  /** `field=` for what may be written, but what is given already; after `field=` its options. */
  async assignments(path: string, begin: string, given: readonly string[]): Promise<readonly string[]> {
    const fields = await this.#fields(path);
    const [name = '', value] = begin.split('=', 2);
    if (value !== undefined) return optionsIn(fields[name] ?? { access: 'ro' }).map((option) => `${name}=${option}`);
    const taken = new Set(given.map((word) => word.split('=')[0]));
    const open = Object.entries(fields).filter(([field, { access }]) => access === 'rw' && !taken.has(field));
    return open.map(([field]) => `${field}=`);
  }

  /** Strips that a port may feed, `input/3`, but those that are given already. */
  async strips(given: readonly string[]): Promise<readonly string[]> {
    return quietly([], async () => {
      const answer = await this.#client.ask('/console', { signal: this.#timeout });
      const { layout } = JSON.parse(await answer.text()) as { layout: Readonly<Record<string, number>> };
      const all = ['input', 'aux', 'fxReturn'].flatMap((kind) =>
        Array.from({ length: layout[kind] ?? 0 }, (_, place) => `${kind}/${place + 1}`),
      );
      return all.filter((strip) => !given.includes(strip));
    });
  }

  /** Ids of takes, the newest first. */
  takes(): Promise<readonly string[]> {
    return this.#ids('/takes', 'takes');
  }

  /** Ids of measurements, the newest first. */
  results(): Promise<readonly string[]> {
    return this.#ids('/measurement/results', 'items');
  }

  /** Devices of the network that send, `stage-left/`; after the slash their channels. */
  async senders(begin: string): Promise<readonly string[]> {
    const id = /^([^/]+)\//.exec(begin)?.[1];
    if (id === undefined) return (await this.#devices()).filter(({ own }) => !own).map((device) => `${device.id}/`);
    const { sessions } = await this.#row(`/netaudio/${encodeURIComponent(id)}`, { sessions: [] as readonly Session[] });
    return sessions.flatMap(({ streams }) => streams.flatMap(({ labels }) => labels.map((label) => `${id}/${label}`)));
  }

  /** Inputs of the desk from the network, `aes67/3`. */
  async networkInputs(): Promise<readonly string[]> {
    const own = (await this.#devices()).filter((device) => device.own);
    return own.flatMap(({ id, rxChannels }) => Array.from({ length: rxChannels }, (_, place) => `${id}/${place + 1}`));
  }

  async #devices(): Promise<readonly NetworkDevice[]> {
    return (await this.#row('/netaudio', { devices: [] as readonly NetworkDevice[] })).devices;
  }

  #row<T>(path: string, otherwise: T): Promise<T> {
    return quietly(otherwise, async () => {
      const answer = await this.#client.ask(path, { signal: this.#timeout });
      return JSON.parse(await answer.text()) as T;
    });
  }

  async #ids(path: string, field: string): Promise<readonly string[]> {
    return quietly([], async () => {
      const answer = await this.#client.ask(path, { signal: this.#timeout });
      const row = JSON.parse(await answer.text()) as Readonly<Record<string, readonly { readonly id: string }[]>>;
      return (row[field] ?? []).map(({ id }) => id);
    });
  }

  async #fields(path: string): Promise<Readonly<Record<string, FieldContract>>> {
    return quietly({}, async () => {
      const init = { method: 'OPTIONS', signal: this.#timeout };
      const contract = JSON.parse(await (await this.#client.ask(path, init)).text()) as {
        fields: Record<string, FieldContract>;
      };
      return contract.fields;
    });
  }
}

function optionsIn(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const options = optionsOf(schema)?.map(String);
  if (options) return options;
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Readonly<Record<string, unknown>>[] | undefined;
  if (branches) return branches.flatMap(optionsIn);
  const types = [schema.type].flat();
  return [...(types.includes('boolean') ? ['on', 'off'] : []), ...(types.includes('null') ? ['null'] : [])];
}

async function quietly<T>(otherwise: T, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    return otherwise;
  }
}
