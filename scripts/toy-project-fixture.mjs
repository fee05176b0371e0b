// A small project with the build of this one, in a folder of its own: what the tests of the build run.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
/** What a project with TypeScript has, beside `scripts`. */
export const typed = ['package.json', 'package-lock.json', 'tsconfig.json'];
/** A module that loads, and has nothing. */
export const wholeModule = '#include <node_api.h>\nNAPI_MODULE_INIT() { return exports; }\n';

export class ToyProject {
  /** Around the project, for what is no part of it. */
  outer = mkdtempSync(join(tmpdir(), 'rowdesk-toy-'));
  folder;

  /** Copies of these files and folders of the repository, `scripts`, and the installed packages. */
  constructor(copied, name = 'clone') {
    this.folder = this.clone(name, copied);
  }

  /** Another project beside the first one. */
  clone(name, copied = []) {
    const folder = join(this.outer, name);
    for (const each of ['scripts', ...copied]) cpSync(join(repository, each), join(folder, each), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    return folder;
  }

  path(name) {
    return join(this.folder, name);
  }

  write(name, text, mode) {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text, { mode });
  }

  remove() {
    rmSync(this.outer, { recursive: true, force: true });
  }
}

/** Where the shell finds a program. */
export const onPath = (program) =>
  process.env.PATH.split(delimiter)
    .map((place) => join(place, program))
    .find(existsSync);
