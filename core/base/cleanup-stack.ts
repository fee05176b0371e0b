// What was begun is ended in reverse order, also when the beginning stopped half-way.

export class CleanupStack {
  readonly #steps: { readonly name: string; readonly undo: () => unknown }[] = [];
  readonly #failed: (name: string, error: unknown) => void;
  #unwound: Promise<void> | undefined;

  /** `failed` gets the error of a step that throws; the others run all the same. */
  constructor(failed: (name: string, error: unknown) => void) {
    this.#failed = failed;
  }

  add(name: string, undo: () => unknown): void {
    this.#steps.push({ name, undo });
  }

  /** Once: later calls get the promise of the first. */
  cleanUp(): Promise<void> {
    this.#unwound ??= this.#run();
    return this.#unwound;
  }

  async #run(): Promise<void> {
    for (const { name, undo } of this.#steps.reverse()) {
      try {
        await undo();
      } catch (error) {
        this.#failed(name, error);
      }
    }
  }
}
