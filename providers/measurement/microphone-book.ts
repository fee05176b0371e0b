// Measuring microphones, stored by the desk.
import { type Documents, documentCheck, type Fields, freshId, Refusal } from 'rowdesk/provider';
import { type CalibrationPoint, Microphone, mostMicrophones } from './contract/microphones.ts';

const kind = 'measurement-microphone';
const fits = documentCheck(Microphone);
const isMicrophone = (body: Fields): body is Fields & Microphone => fits(body);
/** The rows beside those of microphones. */
const siblings = ['add', 'delete'];

export interface KnownMicrophone extends Microphone {
  readonly id: string;
}

export class MicrophoneBook {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  list(): readonly KnownMicrophone[] {
    return this.#documents.list(kind).flatMap(({ id, body }) => (isMicrophone(body) ? [{ ...body, id }] : []));
  }

  get(id: string): KnownMicrophone | undefined {
    const body = this.#documents.get(kind, id)?.body;
    return body !== undefined && isMicrophone(body) ? { ...body, id } : undefined;
  }

  /** Ascending, each frequency once. None for an unknown microphone. */
  calibration(id: string): readonly CalibrationPoint[] {
    const points = new Map((this.get(id)?.points ?? []).map((point) => [point.frequencyHz, point]));
    return [...points.values()].sort((a, b) => a.frequencyHz - b.frequencyHz);
  }

  /** Resolves to the id once it is on the disk. Rejects with Refusal. */
  add(microphone: Microphone): Promise<string> {
    return this.#documents.inTurn(async (write) => {
      const taken = this.#documents.list(kind).map(({ id }) => id);
      if (taken.length >= mostMicrophones) {
        const words = `There are ${mostMicrophones} microphones, the most there may be; delete one.`;
        throw new Refusal('conflict', words, { reason: 'too-many-microphones', most: mostMicrophones });
      }
      const id = freshId(microphone.name, 'microphone', (each) => ![...taken, ...siblings].includes(each));
      await write({ put: [{ kind, id, body: { ...microphone } }] });
      return id;
    });
  }

  /** Resolves once it is on the disk. Rejects with Refusal; then nothing has changed. */
  write(id: string, change: Partial<Microphone>): Promise<void> {
    return this.#documents.inTurn((write) => {
      const before = this.#documents.get(kind, id)?.body;
      if (before === undefined) throw new Refusal('unknown-row', `The microphone ${id} has gone.`, { id });
      return write({ put: [{ kind, id, body: { ...before, ...change } }] });
    });
  }

  delete(id: string): Promise<void> {
    return this.#documents.inTurn((write) => write({ delete: [{ kind, id }] }));
  }

  onChange(changed: () => void): () => void {
    return this.#documents.onChange((changedKind) => {
      if (changedKind === kind) changed();
    });
  }
}
