// A set of fields, by address and name.

export class FieldSet {
  readonly #fields = new Map<string, Set<string>>();

  add(path: string, field: string): void {
    this.#fields.set(path, (this.#fields.get(path) ?? new Set()).add(field));
  }

  has(path: string, field: string): boolean {
    return this.#fields.size > 0 && this.#fields.get(path)?.has(field) === true;
  }

  clear(): void {
    this.#fields.clear();
  }
}
