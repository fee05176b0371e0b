// A package for Debian and what descends from it, with Node in it. dpkg-deb is all that it takes: what debhelper would do is said
// in packaging/debian.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/steps/places.mjs';
import { command } from './command.mjs';
import { dependsOf, openedLibraries } from './libraries.mjs';
import { machines, toolFor } from './machines.mjs';
import { manifestOf } from './manifest.mjs';
import { nodeRuntime, nodeVersion } from './node-runtime.mjs';
import { stage } from './staged.mjs';

const debian = join(root, 'packaging/debian');
const home = 'usr/lib/rowdesk';
const config = 'etc/rowdesk/providers.config.json';
const scripts = ['postinst', 'prerm', 'postrm'];

/** Resolves to the files of the packages, one for each processor. */
export async function makeDeb({ archs, ...more }) {
  const files = [];
  for (const arch of archs) files.push(await makeFor(arch, more));
  return files;
}

async function makeFor(arch, { output, version, node, compress = 'xz' }) {
  const folder = join(root, 'packaging/build', `deb-${arch}`);
  rmSync(folder, { recursive: true, force: true });
  const manifest = manifestOf(version);
  await layProgram(folder, arch, { manifest, runtime: node ?? (await nodeRuntime(arch)) });
  layUnits(folder);
  layText(folder, manifest.version);
  evenModes(folder);
  const isElf = (file) => /\.node$|\/(node|lv2-rack|lv2-scan)$/.test(file) && statSync(file).isFile();
  const elf = filesIn(folder).filter(isElf);
  layControl(folder, { arch, version: manifest.version, depends: [...dependsOf(elf), 'passwd'] });
  const file = join(output, `rowdesk_${manifest.version}_${machines[arch].debian}.deb`);
  await command('dpkg-deb', [
    '--root-owner-group',
    `-Z${compress}`,
    ...(compress === 'none' ? [] : ['-z3']),
    '--build',
    folder,
    file,
  ]);
  return file;
}

/** What npm would install, with the packages that it needs and Node. */
async function layProgram(folder, arch, { manifest, runtime }) {
  const place = join(folder, home);
  await stage(place, [arch]);
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  cpSync(await packagesFor(arch), join(place, 'node_modules'), { recursive: true });
  rmSync(join(place, 'node_modules/.package-lock.json'), { force: true });
  mkdirSync(join(place, 'bin'));
  await command(toolFor(arch, 'strip'), ['--strip-unneeded', '-o', join(place, 'bin/node'), join(runtime, 'bin/node')]);
  cpSync(join(runtime, 'LICENSE'), join(place, 'bin/LICENSE'));
  // An administrator's, from the first day: dpkg asks before it replaces a changed one.
  const text = readFileSync(join(place, 'providers.config.json'), 'utf8');
  write(join(folder, config), text.replace('"./dist/', `"/${home}/dist/`));
  rmSync(join(place, 'providers.config.json'));
  symlinkSync(`/${config}`, join(place, 'providers.config.json'));
  write(join(folder, 'usr/bin/rowdesk'), readFileSync(join(debian, 'rowdesk'), 'utf8'), 0o755);
}

/** The packages of the lock that a desk runs with on this processor. */
async function packagesFor(arch) {
  const folder = join(root, 'packaging/build', `packages-${arch}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, name), join(folder, name));
  const target = ['--os=linux', `--cpu=${arch}`, '--libc=glibc'];
  await command('npm', ['ci', '--omit=dev', ...target, '--ignore-scripts', '--prefer-offline'], { cwd: folder });
  // Of another C library, which the lock's packages do not name to npm.
  const natives = join(folder, 'node_modules/@libsql');
  for (const name of readdirSync(natives)) if (name.endsWith('-musl')) rmSync(join(natives, name), { recursive: true });
  return join(folder, 'node_modules');
}

function layUnits(folder) {
  const from = join(folder, home, 'systemd');
  for (const [source, place] of [
    ['.', 'system'],
    ['user', 'user'],
  ]) {
    for (const name of readdirSync(join(from, source)).filter((each) => each.endsWith('.service'))) {
      copy(join(from, source, name), join(folder, 'usr/lib/systemd', place, name));
      rmSync(join(from, source, name));
    }
  }
  for (const kind of ['sysusers', 'tmpfiles']) {
    copy(join(from, `rowdesk.${kind}.conf`), join(folder, `usr/lib/${kind}.d/rowdesk.conf`));
    rmSync(join(from, `rowdesk.${kind}.conf`));
  }
  copy(join(debian, 'needrestart.conf'), join(folder, 'etc/needrestart/conf.d/rowdesk.conf'));
}

function layText(folder, version) {
  const doc = join(folder, 'usr/share/doc/rowdesk');
  const copyright = readFileSync(join(debian, 'copyright'), 'utf8');
  write(join(doc, 'copyright'), copyright.replaceAll('@NODE@', nodeVersion));
  const changelog = `rowdesk (${version}) stable; urgency=medium\n\n  * Rowdesk ${version}.\n\n -- ${maintainer()}  ${dateOf()}\n`;
  write(join(doc, 'changelog.gz'), gzipped(changelog));
  write(join(folder, 'usr/share/man/man1/rowdesk.1.gz'), gzipped(readFileSync(join(debian, 'rowdesk.1'), 'utf8')));
  copy(join(debian, 'lintian-overrides'), join(folder, 'usr/share/lintian/overrides/rowdesk'));
}

function layControl(folder, { arch, version, depends }) {
  const kib = Math.ceil(filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0) / 1024);
  const values = {
    VERSION: version,
    ARCH: machines[arch].debian,
    MAINTAINER: maintainer(),
    SIZE: String(kib),
    DEPENDS: depends.join(', '),
    RECOMMENDS: openedLibraries().join(', '),
  };
  const control = readFileSync(join(debian, 'control'), 'utf8').replace(/@(\w+)@/g, (_, name) => values[name]);
  const files = filesIn(folder).sort();
  const sums = files.map((file) => `${md5(file)}  ${relative(folder, file)}\n`);
  const kept = files.map((file) => `/${relative(folder, file)}\n`).filter((file) => file.startsWith('/etc/'));
  write(join(folder, 'DEBIAN/control'), control);
  write(join(folder, 'DEBIAN/md5sums'), sums.join(''));
  write(join(folder, 'DEBIAN/conffiles'), kept.join(''));
  for (const name of scripts) write(join(folder, 'DEBIAN', name), readFileSync(join(debian, name), 'utf8'), 0o755);
}

/** As devscripts has it. */
const maintainer = () =>
  `${process.env.DEBFULLNAME ?? 'Rowdesk contributors'} <${process.env.DEBEMAIL ?? 'rowdesk@rowdesk.invalid'}>`;

/** Of the newest change, where the builder says it (SOURCE_DATE_EPOCH), in the form of changelogs. */
function dateOf() {
  const { SOURCE_DATE_EPOCH: seconds } = process.env;
  return (seconds === undefined ? new Date() : new Date(Number(seconds) * 1000)).toUTCString().replace('GMT', '+0000');
}

const md5 = (file) => createHash('md5').update(readFileSync(file)).digest('hex');
const gzipped = (text) => gzipSync(text, { level: 9 });

/** The regular files, no links. */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !file.startsWith(join(folder, 'DEBIAN')));
}

function write(file, content, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

const copy = (from, to) => write(to, readFileSync(from));

/** Whatever the umask of the builder is. A program stays one. */
function evenModes(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) evenModes(path);
    chmodSync(path, entry.isDirectory() || isProgram(path) ? 0o755 : 0o644);
  }
}

const programs = /\/(bin\/node|lv2-rack|lv2-scan|usr\/bin\/rowdesk)$/;
const isProgram = (path) => programs.test(path);
