// The share of the link's tables that one target may take: both ends keep its addresses for as long as the link lasts.

/** A mixer of 256 strips has 100,000. */
const mostAddresses = 200_000;
/** Characters of path and field together. */
const longestAddress = 512;

export class AddressCount {
  #count = 0;

  /** Throws Error with the limit for an address too many, or too long. */
  add(path: string, field: string): void {
    if (path.length + field.length > longestAddress)
      throw new Error(`it names ${path.slice(0, 64)}..., which is too long`);
    this.#count += 1;
    if (this.#count > mostAddresses) throw new Error(`it names more than ${mostAddresses} values`);
  }
}
