// The cache of objects: files by the hash of their content, and lists of what they are made of by the hash of a command. A
// process may die anywhere: a file is renamed into its place when it is whole, and an object whose content has another hash
// is none. Nothing here fails a build.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './files.mjs';
import { cacheFolder } from './places.mjs';

/** A sixteenth of the files is looked through when one is added to it. */
const parts = 16;
const mostMib = () => Number(process.env.ROWDESK_OBJECTS_MIB || 1024);

export class ObjectStore {
  #folder = cacheFolder();

  get isOn() {
    return this.#folder !== '';
  }

  /** What a command made so far, the latest first: `{ files, object, words }`. */
  results(key) {
    try {
      return JSON.parse(readFileSync(this.#place(key, 'json'), 'utf8'));
    } catch {
      return [];
    }
  }

  /** The content of an object; undefined when the cache has no whole one. */
  object(hash, key) {
    try {
      const content = readFileSync(this.#place(hash, 'o'));
      if (hashOf(content) !== hash) return undefined;
      const now = new Date();
      for (const file of [this.#place(hash, 'o'), this.#place(key, 'json')]) utimesSync(file, now, now);
      return content;
    } catch {
      return undefined;
    }
  }

  add(key, content, result) {
    try {
      const hash = hashOf(content);
      this.#write(this.#place(hash, 'o'), content);
      const all = [{ ...result, object: hash }, ...this.results(key)].slice(0, 4);
      this.#write(this.#place(key, 'json'), JSON.stringify(all));
    } catch {
      // A full disk, a folder without rights: the next time compiles again.
    }
  }

  #place(name, ending) {
    return join(this.#folder, name[0], `${name}.${ending}`);
  }

  #write(file, content) {
    const part = join(file, '..');
    mkdirSync(part, { recursive: true, mode: 0o700 });
    if (file.endsWith('.o') && existsSync(file) && statSync(file).size === content.length) return;
    const fresh = `${file}.${process.pid}`;
    try {
      writeFileSync(fresh, content);
      renameSync(fresh, file);
    } finally {
      rmSync(fresh, { force: true });
    }
    trim(part, (mostMib() * 2 ** 20) / parts);
  }
}

/** Takes away what was not used for longest, until a tenth is free. */
function trim(part, mostBytes) {
  const files = readdirSync(part).flatMap((name) => {
    const file = join(part, name);
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? [{ file, bytes: found.size, usedMs: found.mtimeMs }] : [];
  });
  let sum = files.reduce((bytes, each) => bytes + each.bytes, 0);
  if (sum <= mostBytes) return;
  for (const { file, bytes } of files.sort((a, b) => a.usedMs - b.usedMs)) {
    if (sum <= mostBytes * 0.9) return;
    rmSync(file, { force: true });
    sum -= bytes;
  }
}
