// A header of a folder `precompiled/` is read by the compiler once per set of options, and units begin where it ends: while a
// build of many units says where such files may be (ROWDESK_PRECOMPILED). They are large, and a few units are compiled sooner
// without; a unit includes what it uses, and needs none of this.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { areSame, hashOf, listedFiles, statesOf } from './files.mjs';
import { here, isOwn } from './places.mjs';

/** The options with the precompiled header in place of the header, and the files that it was made of. */
export function withPrecompiled(program, options) {
  const at = options.findIndex(
    (word, place) => options[place - 1] === '-include' && /(^|\/)precompiled\/[^/]+$/.test(word),
  );
  if (at < 0) return { options, names: [] };
  const header = resolve(options[at]);
  const includesOwn = /^#include "/m.test(readFileSync(header, 'utf8'));
  // Text where it brings files of the checkout.
  const without = includesOwn ? options : options.filter((_, place) => place !== at && place !== at - 1);
  const folder = process.env.ROWDESK_PRECOMPILED;
  if (!folder) return { options: without, names: [] };
  const needed = [...optionsOf(options, includesOwn), '-x', 'c++-header'];
  const place = join(folder, hashOf(JSON.stringify([program, header, needed])).slice(0, 16), basename(header));
  const names = namesOf(place) ?? precompile(program, header, needed, place);
  return names
    ? { options: options.map((word, n) => (n === at ? place : word)), names }
    : { options: without, names: [] };
}

/** Those that decide what is in the header: folders of the checkout only where files of it are included. */
function optionsOf(options, includesOwn) {
  const isOfUnit = (word) => /^-(W|isystem|DRD_|DNODE_GYP_MODULE_NAME=|DBUILDING_)/.test(word);
  const isOwnFolder = (word) =>
    !includesOwn && word.startsWith('-I') && isOwn(word.slice(2)) && !resolve(word.slice(2)).includes('/node_modules/');
  return options.filter(
    (word, at) => word !== '-include' && options[at - 1] !== '-include' && !isOfUnit(word) && !isOwnFolder(word),
  );
}

function namesOf(place) {
  try {
    const files = JSON.parse(readFileSync(`${place}.json`, 'utf8'));
    return areSame(files) ? files.map(([name]) => here(name)) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when it can't be made, or while another unit makes it. */
function precompile(program, header, options, place) {
  const fresh = `${place}.${process.pid}`;
  try {
    mkdirSync(dirname(place), { recursive: true });
    if (!take(`${place}.lock`)) return undefined;
    const sinceMs = Date.now();
    rmSync(`${place}.json`, { force: true });
    const to = ['-MD', '-MF', `${fresh}.d`, '-o', fresh];
    const { status } = spawnSync(program, [...options, header, ...to], { stdio: 'ignore' });
    const names = status === 0 && listedFiles(readFileSync(`${fresh}.d`, 'utf8'));
    const files = names && statesOf(names, sinceMs);
    if (!files) return undefined;
    copyFileSync(header, place);
    renameSync(fresh, `${place}.gch`);
    writeFileSync(`${fresh}.json`, JSON.stringify(files));
    renameSync(`${fresh}.json`, `${place}.json`);
    return names;
  } catch {
    return undefined;
  } finally {
    for (const file of [fresh, `${fresh}.d`, `${fresh}.json`]) rmSync(file, { force: true });
    drop(`${place}.lock`);
  }
}

/** False while a process that lives has it. */
function take(lock) {
  for (let tries = 0; tries < 2; tries++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (lives(Number(readFileSync(lock, 'utf8')))) return false;
      rmSync(lock, { force: true });
    }
  }
  return false;
}

function drop(lock) {
  try {
    if (readFileSync(lock, 'utf8') === String(process.pid)) rmSync(lock);
  } catch {
    // Another unit has it, or there was none.
  }
}

function lives(pid) {
  try {
    // An empty file is one that is being written.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
