// What hands do on a desk during a long show, faster: faders at a steady rate, scenes and undo at random.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

const tickMs = 50;
const strips = 32;
/** A scene, an undo or a redo once in so many milliseconds. */
const moveEveryMs = 700;

export interface LoadFigures {
  /** Answers by what they were: `200`, `409 overtaken`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Writes that were not durable when they were answered. */
  readonly notDurable: number;
}

/** The scenes must be there. `random`: 0 to 1. */
export class Load {
  readonly #url: string;
  /** As many connections at the end as at the beginning. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #perSecond: number;
  readonly #scenes: readonly string[];
  readonly #random: () => number;
  readonly #answers = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #notDurable = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(url: string, writesPerSecond: number, scenes: readonly string[], random = Math.random) {
    this.#url = url;
    this.#perSecond = writesPerSecond;
    this.#scenes = scenes;
    this.#random = random;
  }

  get figures(): LoadFigures {
    return { answers: this.#answers, notDurable: this.#notDurable };
  }

  begin(): void {
    const startedMs = performance.now();
    let sent = 0;
    const write = () => {
      // By the clock: a timer that comes late is made up for.
      const due = ((performance.now() - startedMs) * this.#perSecond) / 1000;
      for (; sent < due; sent++) this.#send(`/channel/input/${1 + this.#below(strips)}`, this.#fields());
    };
    this.#timers = [setInterval(write, tickMs), setInterval(() => this.#move(), moveEveryMs)];
  }

  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  #move(): void {
    const scene = this.#scenes[this.#below(this.#scenes.length)];
    const moves = [`/scenes/${scene}/recall`, '/history/cursor/undo', '/history/cursor/redo', '/history/cursor/undo'];
    this.#send(moves[this.#below(moves.length)] as string, { running: true });
  }

  /** Never those of strip 1 by which the tone is heard: its level may change, its source not. */
  #fields(): object {
    const fields = [
      { levelDb: -Math.round(this.#random() * 600) / 10 },
      { pan: Math.round(this.#random() * 200) - 100 },
      { muted: this.#random() < 0.5 },
      { name: `strip ${this.#below(1_000)}` },
      { trimDb: this.#below(25) / 2 },
    ];
    return fields[this.#below(fields.length)] as object;
  }

  #send(path: string, body: object): void {
    const sent = this.#patch(path, body).catch((error: Error) => this.#count(`no answer: ${error.message}`));
    this.#underWay.add(sent);
    void sent.finally(() => this.#underWay.delete(sent));
  }

  async #patch(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const sent = request(this.#url + path, { method: 'PATCH', headers, agent: this.#agent });
    sent.end(JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode, headers: fields } = response;
    const answer = JSON.parse(await text(response));
    this.#count(statusCode === 200 ? '200' : `${statusCode} ${answer.code} ${answer.detail}`);
    if (fields['rowdesk-durable'] === 'no') this.#notDurable++;
  }

  #count(answer: string): void {
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1);
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }
}
