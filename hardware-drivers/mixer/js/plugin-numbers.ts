// The choice of an effect by number: first what the mixer has built in, then plugins of other processes, each with a number of
// its own from its first choice on. The audio thread echoes the number, so that rows show which one it has.

/** Of plugins that are built in; any other name is a URI. */
const builtIn = 'builtin:';

export class PluginNumbers {
  readonly #uris: string[] = [];
  readonly #places = new Map<string, number>();

  /** choices: what is built in. undefined for what no plugin is called. */
  numberOf(value: unknown, choices: readonly string[]): number | undefined {
    if (typeof value !== 'string' || value === '') return undefined;
    const choice = choices.indexOf(value);
    if (choice >= 0) return choice;
    if (value.startsWith(builtIn)) return undefined;
    const place = this.#places.get(value) ?? this.#uris.push(value) - 1;
    this.#places.set(value, place);
    return choices.length + place;
  }

  nameOf(number: number, choices: readonly string[]): string | undefined {
    return choices[number] ?? this.#uris[number - choices.length];
  }
}
