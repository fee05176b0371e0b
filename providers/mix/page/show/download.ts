/** Gives a file to the person at the page. */
export function download(address: string, name: string): void {
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
}
