// A change that is announced once for all events of a moment.

export class Announcement {
  readonly #announce: () => void;
  #soon: NodeJS.Immediate | undefined;

  constructor(announce: () => void) {
    this.#announce = announce;
  }

  /** Announces after the events that wait now. */
  ask(): void {
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      this.#announce();
    });
  }

  /** Nothing that was asked is announced. */
  end(): void {
    clearImmediate(this.#soon);
    this.#soon = undefined;
  }
}
