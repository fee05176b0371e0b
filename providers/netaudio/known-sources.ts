// What subscriptions were resolved to last, over restarts: a desk that starts hears its inputs at once, before anything
// is announced again. Stored by the desk beside its settings, for each input one document.
import { type Documents, documentCheck, type Fields, isSameJson, type Log, Type } from 'rowdesk/provider';
import { type ReceiveSource, receiveSource } from './session.ts';

/** What a subscription was resolved to last. */
export interface KnownSource {
  /** The subscription that it is of. */
  readonly txDevice: string;
  readonly txChannelLabel: string;
  readonly device: string;
  /** Undefined: kept before devices had their id and address kept. */
  readonly deviceId?: string;
  readonly address?: string;
  readonly sessionId: string;
  /** The address that announced it. Undefined: kept before that was kept. */
  readonly speaker?: string;
  /** The subscription was ended since: where it is made again it may follow any sender. */
  readonly isReleased?: boolean;
  readonly stream: string;
  readonly label: string;
  readonly source: ReceiveSource;
}

const kind = 'netaudio-source';
const text = Type.String({ maxLength: 1024 });
const isKnown = documentCheck(
  Type.Object({
    ...{ txDevice: text, txChannelLabel: text, device: text, sessionId: text, stream: text, label: text },
    ...{ deviceId: Type.Optional(text), address: Type.Optional(text), speaker: Type.Optional(text) },
    isReleased: Type.Optional(Type.Boolean()),
    source: Type.Object(receiveSource),
  }),
);

export class KnownSources {
  readonly #documents: Documents;
  readonly #log: Log;
  /** Of this run, by document. They hold where the store can't be written, too. */
  readonly #now = new Map<string, KnownSource>();

  constructor(documents: Documents, log: Log) {
    this.#documents = documents;
    this.#log = log;
  }

  get(id: string, n: number): KnownSource | undefined {
    const name = nameOf(id, n);
    const now = this.#now.get(name);
    if (now !== undefined) return now;
    const body = this.#documents.get(kind, name)?.body;
    return body !== undefined && isKnown(body) ? (body as unknown as KnownSource) : undefined;
  }

  keep(id: string, n: number, known: KnownSource): void {
    if (isSameJson(this.get(id, n), known)) return;
    const name = nameOf(id, n);
    this.#now.set(name, known);
    this.#documents.put(kind, name, known as unknown as Fields).catch((error: unknown) => {
      this.#log.warn({ err: error, input: name }, 'The source of an input is not kept for the next start');
    });
  }
}

const nameOf = (id: string, n: number) => `${id}/${n}`;
