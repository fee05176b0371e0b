// A page that a provider brings: a folder of built files at a path below `/`. `index.html` answers for the path itself,
// `monitor.html` for `/mix/monitor`; a file whose name has a hash of its content may be kept for a year.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Refusal } from '../base/refusals.ts';
import type { PageFolder } from '../rows/page-folder.ts';
import type { Exchange, PageFile } from './exchange.ts';
import type { Page } from './page.ts';
import { queryOf, refuseQuery } from './query.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const compressed = /^text|json$|svg/;
/** `main-1A2b_3c4.js` */
const hashedName = /-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;
/** Read whole and kept: more is no page. */
const mostBytes = 4 * 1024 * 1024;

export class ProvidedPage implements Page {
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly #folder: string;
  /** By address: the names of files, as they are when the desk starts. */
  readonly #files: ReadonlyMap<string, string>;
  readonly #read = new Map<string, PageFile>();

  constructor({ path, title, about, folder }: PageFolder) {
    this.path = path;
    this.title = title;
    this.about = about;
    this.#folder = folder;
    this.#files = new Map(filesUnder(folder).map((name) => [addressOf(path, name), name]));
  }

  answer(exchange: Exchange): void {
    const { path } = exchange.request;
    const address = path === `${this.path}/` ? this.path : path;
    const name = this.#files.get(address);
    if (name === undefined) throw new Refusal('unknown-row', this.#absence(path), { path });
    refuseQuery(queryOf(exchange.request));
    const file = this.#read.get(name) ?? readPageFile(join(this.#folder, name));
    this.#read.set(name, file);
    exchange.file(file);
  }

  #absence(path: string): string {
    if (this.#files.size > 0) return `There is nothing at ${path}.`;
    return `The page at ${this.path} is not built; "npm run build" builds it`;
  }
}

function readPageFile(path: string): PageFile {
  const body = readFileSync(path);
  const type = types[extname(path)] as string;
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
  return {
    type,
    etag,
    body,
    gzip: compressed.test(type) ? gzipSync(body) : undefined,
    isHashed: hashedName.test(path),
  };
}

/** `index.html` -> `/mix`, `monitor.html` -> `/mix/monitor`, `main-1A2b3c4d.js` -> `/mix/main-1A2b3c4d.js`. */
function addressOf(path: string, name: string): string {
  return `${path}/${name}`.replace(/(?:\/index)?\.html$/, '');
}

/** Files of the types that pages have; empty for a folder that is not there. */
function filesUnder(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && Object.hasOwn(types, extname(entry.name)))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => statSync(file).size <= mostBytes)
      .map((file) => relative(folder, file));
  } catch {
    return [];
  }
}
