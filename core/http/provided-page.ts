// A page that a provider brings: a folder of built files at a path below `/`. `index.html` answers for the path itself,
// `stage.html` for `/lights/stage`, every other file under its own name.
import { Refusal } from '../base/refusals.ts';
import type { PageFolder } from '../rows/page-folder.ts';
import type { Exchange } from './exchange.ts';
import { type PageFile, type PageFiles, readPageFiles } from './page-files.ts';
import { queryOf, refuseQuery } from './query.ts';

export class ProvidedPage {
  readonly path: string;
  readonly title: string;
  /** Its purpose, in a sentence without a full stop. */
  readonly about: string;
  /** Resolves when all files are read. Never rejects. */
  readonly ready: Promise<PageFiles>;
  /** By address; undefined until all are read. */
  #files: ReadonlyMap<string, PageFile> | undefined;

  constructor({ path, title, about, folder }: PageFolder, read = readPageFiles) {
    this.path = path;
    this.title = title;
    this.about = about;
    this.ready = read(folder).then((found) => {
      this.#files = new Map([...found.files].map(([name, file]) => [addressOf(path, name), file]));
      return found;
    });
  }

  /** Whether there is something to go to; also while the files are being read. */
  get isThere(): boolean {
    return this.#files?.has(this.path) ?? true;
  }

  /** Answers for its path and everything below. Throws or rejects with Refusal. */
  answer(exchange: Exchange): void | Promise<void> {
    exchange.isOfPage = true;
    if (this.#files !== undefined) return this.#send(exchange, this.#files);
    return this.ready.then(() => this.#send(exchange, this.#files as ReadonlyMap<string, PageFile>));
  }

  #send(exchange: Exchange, files: ReadonlyMap<string, PageFile>): void {
    const { path } = exchange.request;
    const file = files.get(path === `${this.path}/` ? this.path : path);
    if (file === undefined) throw new Refusal('unknown-row', this.#absence(path), { path });
    refuseQuery(queryOf(exchange.request));
    exchange.file(file);
  }

  #absence(path: string): string {
    if (this.isThere) return `There is nothing at ${path}.`;
    return `The page at ${this.path} is not there: its package was not built; a warning of the desk says more`;
  }
}

/** `index.html` -> `/mix`, `monitor.html` -> `/mix/monitor`, `main-1a2b3c4d.js` -> `/mix/main-1a2b3c4d.js`. */
function addressOf(path: string, name: string): string {
  return `${path}/${name}`.replace(/(?:\/index)?\.html$/, '');
}
