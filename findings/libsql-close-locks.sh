#!/usr/bin/env bash
# libsql 0.5.29 (npm) keeps the file of a database open and locked after close(), for this process and for all others, until the
# garbage collector takes each statement that was prepared, run to its end or not; pragma() prepares one, exec() none.
# A guess would be: close() lets go of the file, as in better-sqlite3, whose API it has (tursodatabase/libsql-js issue 228, open).
# So: a store that could not be brought over or closed is opened again by a new thread, whose end lets go of all; a test that looks
# into a database which was just closed looks into a copy.
. "$(dirname "$(realpath "$0")")/pinned.bash"
npm_packages libsql@0.5.29

cat > close.cjs << 'JS'
const { execFileSync } = require('node:child_process');
const Database = require('libsql');
const write = (file) => {
  const database = new Database(file);
  try {
    database.exec('INSERT INTO t VALUES (2)');
    return 'written';
  } catch ({ code }) {
    return code;
  } finally {
    database.close();
  }
};
const [, , what, file] = process.argv;
if (what === 'write') {
  console.log(write(file));
  process.exit();
}
const database = new Database(file);
database.exec('PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE t (x); INSERT INTO t VALUES (1)');
if (what === 'get') database.prepare('SELECT x FROM t').get();
if (what === 'prepare') database.prepare('SELECT x FROM t');
if (what === 'pragma') database.pragma('user_version');
database.close();
const elsewhere = () => execFileSync(process.execPath, [__filename, 'write', file], { encoding: 'utf8' }).trim();
const found = [write(file), elsewhere()];
globalThis.gc();
setTimeout(() => {
  globalThis.gc();
  setTimeout(() => console.log([...found, write(file), elsewhere()].join(' ')), 100);
}, 100);
JS
in_order='written written written written'
late='SQLITE_BUSY SQLITE_BUSY written written'
echo 'a write here, a write of another process, both after the garbage collector:'
seen 'exec() and close()' "$in_order" "$(node --expose-gc close.cjs exec "$folder/1.db")"
seen 'get() of a statement, close()' "$late" "$(node --expose-gc close.cjs get "$folder/2.db")"
seen 'prepare() alone, close()' "$late" "$(node --expose-gc close.cjs prepare "$folder/3.db")"
seen 'pragma() alone, close()' "$late" "$(node --expose-gc close.cjs pragma "$folder/4.db")"
verdict
