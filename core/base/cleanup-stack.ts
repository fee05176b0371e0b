// A stack of cleanup steps, run in reverse order, also after a start that failed half-way.

export class CleanupStack {
  readonly #steps: { readonly name: string; readonly undo: () => unknown }[] = [];
  readonly #failed: (name: string, error: unknown) => void;
  #unwound: Promise<void> | undefined;

  /** `failed` receives the error of a step that throws; the other steps still run. */
  constructor(failed: (name: string, error: unknown) => void) {
    this.#failed = failed;
  }

  add(name: string, undo: () => unknown): void {
    this.#steps.push({ name, undo });
  }

  /** Runs all steps once; later calls return the promise of the first. */
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
