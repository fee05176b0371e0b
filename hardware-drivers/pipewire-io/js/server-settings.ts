// The settings of a PipeWire server: its rate, and the rates it may change to.

const leastHz = 44_100;
const mostHz = 192_000;
const usualHz = 48_000;

export class ServerSettings {
  readonly #values = new Map<string, string>();

  /** An empty value removes the setting. */
  take(key: string, value: string): void {
    if (value === '') this.#values.delete(key);
    else this.#values.set(key, value);
  }

  /** The rate without a forced one, Hz. */
  get rateHz(): number {
    return ratesIn(this.#values.get('clock.rate'))[0] ?? usualHz;
  }

  /** Hz: the server's own rate and those it may change to, as far as the mixer runs at them. */
  get ratesHz(): readonly number[] {
    return [this.rateHz, ...ratesIn(this.#values.get('clock.allowed-rates'))];
  }
}

/** `[ 44100, 48000 ]`, with or without commas. */
function ratesIn(text = ''): readonly number[] {
  return (text.match(/\d+/g) ?? []).map(Number).filter((rate) => rate >= leastHz && rate <= mostHz);
}
