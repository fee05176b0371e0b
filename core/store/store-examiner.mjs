// A process that reads a store before the desk does: what a damaged file makes of SQLite or of its library ends this
// process and not the desk. `store-examiner.mjs whole|start FILE [BACKUP ...]` prints a line of JSON about the file, then one
// for each backup: the id of its store. `start`: of a large file what a start reads alone, and `isPart` says so.
// @ts-check
import { statSync, writeSync } from 'node:fs';
import Database from 'libsql';
import {
  checkContents,
  connect,
  isDamage,
  layout,
  layoutOf,
  problemsOf,
  problemsOfStart,
  storeIdOf,
} from './store-file.mjs';

const [extent, file = '', ...backups] = process.argv.slice(2);
/** Bytes that are read before a start; a card reads them in a second. */
const mostBeforeStart = 16 * 1024 * 1024;

function examined() {
  const connection = connect(file);
  const isPart = extent === 'start' && statSync(file).size > mostBeforeStart;
  const problems = isPart ? problemsOfStart(connection) : problemsOf(connection);
  const found = layoutOf(connection);
  if (problems.length === 0 && found > 0 && found <= layout) checkContents(connection);
  return { problems, isPart };
}

function say(/** @type {() => object} */ what) {
  /** @type {object} */
  let said;
  try {
    said = what();
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    said = isDamage(error) ? { problems: [message] } : { fault: message };
  }
  writeSync(1, `${JSON.stringify(said)}\n`);
}

say(examined);
for (const backup of backups) say(() => ({ storeId: storeIdOf(new Database(backup)) ?? '' }));
// Not by closing: that would move the log into a database that may be damaged.
process.kill(process.pid, 'SIGKILL');
