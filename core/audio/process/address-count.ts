// How much of the link's tables one target may take: its addresses are kept at both ends for as long as the link lasts.

/** A mixer of 256 strips has some 100,000. */
const mostAddresses = 200_000;
/** Of path and field, in characters. */
const longestAddress = 512;

export class AddressCount {
  #count = 0;

  /** Throws Error in words when it is one too many, or too long. */
  add(path: string, field: string): void {
    if (path.length + field.length > longestAddress)
      throw new Error(`it names ${path.slice(0, 64)}..., which is too long`);
    this.#count += 1;
    if (this.#count > mostAddresses) throw new Error(`it names more than ${mostAddresses} values`);
  }
}
