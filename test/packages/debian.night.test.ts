// The Debian package in a fresh Debian 12: installed, updated and rolled back while a show is on, removed and purged.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder, root, temporaryFolder } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { readWav } from '../harness/wav.ts';
import { DebianRoot, rootLacks } from './debian-root.ts';

const reason = process.env.CI === 'true' ? '' : rootLacks();
if (reason !== '') console.info(`the Debian package is not installed: ${reason}`);

const [first, second] = ['0.1.0', '0.1.1'] as const;
const tone = `
rowdesk patch /stagebox/virtual-32x16/inputs/1 signal=sine frequencyHz=997 levelDbfs=-20 > /dev/null
rowdesk patch /channel/input/1 sourceId=virtual-32x16:in-1 levelDb=0 name=Voice /channel/main/1 levelDb=0 > /dev/null
`;
const record = (file: string) => `rowdesk patch /stagebox/virtual-32x16 recordFile=${file} > /dev/null`;

describe.skipIf(reason !== '')('the Debian package in a fresh Debian 12', () => {
  const folder = temporaryFolder();
  let debian: DebianRoot;
  const state = () => join(debian.folder, 'var/lib/rowdesk');
  const store = () => join(state(), 'rowdesk.db');
  /** A connection of this process holds its file until it is collected: what it writes is a copy. */
  const elsewhere = (name: string) => join(folder, `${name}.db`);
  const packageOf = (version: string) => `rowdesk_${version}_amd64.deb`;

  beforeAll(() => {
    const words = ['packaging/package.mjs', 'deb', '--arch', process.arch, '--output', folder, '--compress', 'none'];
    for (const version of [first, second]) {
      execFileSync(process.execPath, [...words, '--version', version], { cwd: root, stdio: 'pipe' });
    }
    debian = new DebianRoot(join(folder, 'root'));
    for (const version of [first, second]) debian.bring(join(folder, packageOf(version)));
  }, 1_200_000);
  afterAll(() => removeFolder(folder));

  /** The tone in a recording, without its first and last tenth of a second. */
  function heard(name: string) {
    const { channels, rate } = readWav(join(state(), 'recordings', name));
    const [left] = channels as [Float64Array];
    return { ...fitSine(left.slice(rate / 10, -rate / 10), 997, rate), seconds: left.length / rate };
  }

  test('installs without Node, a compiler and systemd, and plays a first tone', async () => {
    await debian.run(`
      ! command -v node && ! command -v gcc && ! command -v systemctl
      install_package ${packageOf(first)}
      begin_sound; begin_desk
      ${tone}
      ${record('first.wav')}; sleep 2; ${record('""')}
      end_all`);
    expect(heard('first.wav').residualDb).toBeLessThan(-80);
  });

  test('is updated and rolled back while a show is on: not a sample is lost, and the desk takes it when it is started again', async () => {
    const output = await debian.run(`
      echo '// ours' >> /etc/rowdesk/providers.config.json
      begin_sound; begin_desk
      rowdesk get /channel/input/1 -o table | grep '^name '
      until rowdesk get /channel/main/1 -o json | grep -q '"mutedBy": \\[\\]'; do sleep 0.1; done
      sleep 1
      ${record('updated.wav')}
      install_package ${packageOf(second)}
      rowdesk get /update -o table | grep -E '^(pending|installedVersion) '
      end_desk; begin_desk
      rowdesk get /update -o table | grep -E '^version '
      rowdesk patch /channel/input/1 name=Later > /dev/null
      install_package ${packageOf(first)}
      end_desk; begin_desk
      rowdesk get /update -o table | grep -E '^version '
      rowdesk get /channel/input/1 -o table | grep '^name '
      ${record('""')}
      tail -n 1 /etc/rowdesk/providers.config.json
      end_all`);
    const values = output
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).at(-1));
    expect(values).toEqual(['Voice', second, 'true', second, first, 'Later', 'ours']);
    expect(heard('updated.wav').residualDb).toBeLessThan(-80);
    expect(heard('updated.wav').seconds).toBeGreaterThan(5);
  });

  test('brings a store of an earlier rowdesk over, with a copy for the way back', async () => {
    for (const name of readdirSync(state())) if (name.startsWith('rowdesk.db')) rmSync(join(state(), name));
    leaveLayout1(elsewhere('earlier'));
    copyFileSync(elsewhere('earlier'), store());
    const output = await debian.run(`
      chown rowdesk: /var/lib/rowdesk/rowdesk.db
      begin_sound; begin_desk; rowdesk get /channel/input/1 -o table | grep '^name '; end_all`);
    expect(output).toContain('Encore');
    copyFileSync(`${store()}.layout-1`, elsewhere('kept'));
    const database = new Database(elsewhere('kept'));
    expect(database.pragma('user_version')).toEqual([{ user_version: 1 }]);
    database.close();
  });

  test('refuses a store of a newer rowdesk in words whose commands bring the desk back that it can read', async () => {
    copyFileSync(store(), `${store()}.layout-2`);
    copyFileSync(store(), elsewhere('newer'));
    const database = new Database(elsewhere('newer'));
    const [{ user_version: layout }] = database.pragma('user_version') as [{ user_version: number }];
    database.exec(`PRAGMA user_version = ${layout + 1}; PRAGMA wal_checkpoint(TRUNCATE);`);
    database.close();
    copyFileSync(elsewhere('newer'), store());
    const output = await debian.run(`
      chown rowdesk: /var/lib/rowdesk/*
      if as_unit rowdesk start > /tmp/words 2>&1; then exit 1; fi
      cat /tmp/words
      commands=$(grep -o "mkdir '.*" /tmp/words)
      as_unit sh -c "$commands"
      begin_sound; begin_desk; rowdesk get /channel/input/1 -o table | grep '^name '; end_all`);
    expect(output).toContain(`its layout is ${layout + 1}, and this one reads ${layout}`);
    expect(output).toContain('rowdesk.db.layout-2');
    expect(output).toContain('Encore');
  });

  test('leaves the show when it is removed, and goes on with it when it is installed again', async () => {
    const output = await debian.run(`
      dpkg --remove rowdesk > /dev/null 2>&1
      ls -d /usr/lib/rowdesk /usr/bin/rowdesk 2> /dev/null || echo gone
      tail -n 1 /etc/rowdesk/providers.config.json
      install_package ${packageOf(first)}
      begin_sound; begin_desk; rowdesk get /channel/input/1 -o table | grep '^name '; end_all`);
    expect(output).toMatch(/^gone\n\/\/ ours\n/);
    expect(output).toContain('Encore');
  });

  test('is purged with its desk, and says where the recordings stay', async () => {
    const output = await debian.run('dpkg --purge rowdesk 2>&1');
    expect(output).toContain('recordings and media stay in /var/lib/rowdesk');
    expect(readdirSync(state())).toEqual(['recordings']);
    expect(readdirSync(join(state(), 'recordings')).sort()).toEqual(['first.wav', 'updated.wav']);
    for (const place of ['etc/rowdesk', 'usr/lib/rowdesk', 'usr/bin/rowdesk', 'etc/needrestart']) {
      expect([place, existsSync(join(debian.folder, place))]).toEqual([place, false]);
    }
  });
});

/** As a rowdesk of layout 1 left it, with a name. */
function leaveLayout1(file: string): void {
  const database = new Database(file);
  database.exec(`
    CREATE TABLE rows (path TEXT PRIMARY KEY, version INTEGER NOT NULL, revision INTEGER NOT NULL, fields TEXT NOT NULL)
      WITHOUT ROWID, STRICT;
    CREATE TABLE history (id INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;
    CREATE TABLE documents (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id))
      WITHOUT ROWID, STRICT;
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
    INSERT INTO meta VALUES ('storeId', 'before'), ('revision', '7'), ('closed', 'yes');
    PRAGMA user_version = 1;`);
  database.prepare('INSERT INTO rows VALUES (?, 1, 7, ?)').run('/channel/input/1', '{"name":"Encore"}');
  database.close();
}
