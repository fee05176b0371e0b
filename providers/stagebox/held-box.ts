// The sources of a box that the mixer holds until their preamps are confirmed. The lease ends by itself should the host die.
import type { Audio, Box, Time } from 'rowdesk/provider';

const leaseMs = 10_000;
const renewEveryMs = 2_500;

export class HeldBox {
  readonly #audio: Pick<Audio, 'call'>;
  readonly #lease: string;
  readonly #ports: ReadonlyMap<number, string>;
  /** Numbers of held sockets. */
  #inputs: readonly number[] = [];
  /** Numbers of those that were let go since the sound came: they are not held again. */
  readonly #open = new Set<number>();
  /** Patched ports of a half whose ports were never known. */
  #patched: readonly string[] = [];
  #sent: readonly string[] = [];
  #sentMs = 0;

  /** `ports`: those with the sound, by number of the socket; they may change. */
  constructor(
    id: string,
    ports: ReadonlyMap<number, string>,
    { audio, time }: { readonly audio: Pick<Audio, 'call'>; readonly time: Pick<Time, 'now'> },
  ) {
    this.#audio = audio;
    this.#ports = ports;
    this.#lease = `stagebox ${id} ${time.now()}`;
  }

  /**
   * The sound is away: all these sockets are held until their preamps are known again. Of a half that was not there yet,
   * `sources` are held that are ports of it: what is patched.
   */
  away(box: Box, inputs: readonly number[], sources: () => readonly string[]): void {
    this.#inputs = inputs;
    this.#open.clear();
    const prefix = box.audio && `${box.audio.id}:`;
    const isUnknown = this.#ports.size === 0 && prefix !== undefined;
    this.#patched = isUnknown ? sources().filter((id) => id.startsWith(prefix)) : [];
  }

  /** Goes on holding those of the sockets that still wait, and were not let go before. Returns them. */
  keep(inputs: readonly number[], waiting: readonly number[]): readonly number[] {
    for (const n of inputs) if (!waiting.includes(n)) this.#open.add(n);
    this.#inputs = waiting.filter((n) => !this.#open.has(n));
    this.#patched = [];
    return this.#inputs;
  }

  /** Sends what changed, and the same again before the lease ends or to another mixer. */
  renew(now: number, isOtherMixer: boolean): void {
    const ports = this.#inputs.flatMap((n) => this.#ports.get(n) ?? []);
    const sources = [...ports, ...this.#patched];
    const isSame = sources.length === this.#sent.length && sources.every((port, place) => port === this.#sent[place]);
    if (isSame && (sources.length === 0 || (!isOtherMixer && now - this.#sentMs < renewEveryMs))) return;
    this.#sent = sources;
    this.#sentMs = now;
    this.#hold(sources, leaseMs);
  }

  release(): void {
    if (this.#sent.length > 0) this.#hold([], 0);
    this.#sent = [];
  }

  #hold(sources: readonly string[], forMs: number): void {
    const args = { lease: this.#lease, sources, forMs, reason: 'stagebox' };
    // Without a mixer nothing sounds; it gets the sources when it is there.
    this.#audio.call('mixer', 'holdSources', args).catch(() => {
      this.#sentMs = Number.NEGATIVE_INFINITY;
    });
  }
}
