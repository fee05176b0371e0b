// The Debian package for this processor, made of what is built, looked at with Debian's own tools, and run where it is unpacked.
// A root of Debian installs it in debian.night.test.ts.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder, root, temporaryFolder } from '../harness/service.ts';
import { fitSine, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
const isSkipped = !hasDpkg && process.env.CI !== 'true';
const home = 'usr/lib/rowdesk';
const brought = `prebuilt/linux-${process.arch}`;

describe.skipIf(isSkipped)('the Debian package', () => {
  const folder = temporaryFolder();
  const unpacked = join(folder, 'unpacked');
  const control = join(folder, 'control');
  let places: readonly string[];

  beforeAll(() => {
    const node = join(folder, 'node');
    mkdirSync(join(node, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(node, 'bin/node'));
    writeFileSync(join(node, 'LICENSE'), 'of Node\n');
    const quick = ['--arch', process.arch, '--output', folder, '--node', node, '--compress', 'none'];
    execFileSync(process.execPath, ['packaging/package.mjs', 'deb', ...quick], { cwd: root, stdio: 'pipe' });
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.deb')) as [string];
    execFileSync('dpkg-deb', ['--extract', join(folder, file), unpacked]);
    execFileSync('dpkg-deb', ['--control', join(folder, file), control]);
    places = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  }, 300_000);
  afterAll(() => removeFolder(folder));

  const text = (place: string) => readFileSync(join(unpacked, place), 'utf8');
  const isFile = (place: string) => lstatSync(join(unpacked, place)).isFile();
  const field = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(readFileSync(join(control, 'control'), 'utf8'))?.[1];

  test('needs the libraries of C and C++ alone, and recommends what drivers open', () => {
    const depends = (field('Depends') as string).split(', ').map((each) => each.split(' ')[0]);
    expect(depends).toEqual(['libc6', 'libgcc-s1', 'libstdc++6', 'passwd']);
    const recommends = (field('Recommends') as string).split(', ');
    for (const name of ['libasound2', 'libjack-jackd2-0', 'liblilv-0-0', 'libpipewire-0.3-0']) {
      expect(recommends).toContain(name);
    }
  });

  test('has all units as they are here, where systemd looks for them', () => {
    const units = (folder: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.service'));
    for (const [from, to] of [
      ['systemd', 'usr/lib/systemd/system'],
      ['systemd/user', 'usr/lib/systemd/user'],
    ] as const) {
      expect(readdirSync(join(unpacked, to)).sort()).toEqual(units(from).sort());
      for (const name of units(from)) expect(text(`${to}/${name}`)).toBe(readFileSync(join(root, from, name), 'utf8'));
    }
    for (const kind of ['sysusers', 'tmpfiles']) {
      const own = readFileSync(join(root, `systemd/rowdesk.${kind}.conf`), 'utf8');
      expect(text(`usr/lib/${kind}.d/rowdesk.conf`)).toBe(own);
    }
  });

  test('has each file below /etc among those that dpkg asks about', () => {
    const kept = readFileSync(join(control, 'conffiles'), 'utf8').trim().split('\n');
    expect(kept.sort()).toEqual(
      places
        .filter((place) => place.startsWith('etc/') && isFile(place))
        .map((place) => `/${place}`)
        .sort(),
    );
    expect(kept).toContain('/etc/rowdesk/providers.config.json');
  });

  test('has scripts that a shell of POSIX reads', () => {
    const scripts = ['postinst', 'prerm', 'postrm'].map((name) => join(control, name));
    for (const file of [...scripts, join(unpacked, 'usr/bin/rowdesk')]) {
      expect([file, lstatSync(file).mode & 0o777]).toEqual([file, 0o755]);
      expect(spawnSync('sh', ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    }
  });

  test('has the native parts of this processor with the stamp of their sources, and nothing of tests or of another C library', () => {
    const natives = places.filter((place) => place.endsWith('.node'));
    expect(natives).toContain(`${home}/hardware-drivers/mixer/${brought}/mixer.node`);
    const others = natives.filter(
      (place) => !place.includes(`/${brought}/`) && !place.includes('/node_modules/@libsql/'),
    );
    expect(others).toEqual([]);
    expect(places.filter((place) => /musl|\/test_|node_modules\/(vitest|typescript)\//.test(place))).toEqual([]);
    const stale = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const steps = ${JSON.stringify(join(unpacked, home, 'scripts/steps'))};
        const { nativePackages } = await import(steps + '/native.mjs');
        const { stateOf } = await import(steps + '/native-state.mjs');
        const names = nativePackages();
        console.log(JSON.stringify([names.length > 5, names.filter((name) => stateOf(name).is !== 'built')]));`,
      ],
      { encoding: 'utf8' },
    );
    expect(JSON.parse(stale)).toEqual([true, []]);
  });

  test('renders with what it brings', () => {
    const [voice, mix, config] = ['voice.wav', 'mix.wav', 'small.json'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeWav(voice, 48_000, [sine(997, -20, 48_000, 48_000)]);
    writeFileSync(
      config,
      JSON.stringify({ providers: ['console', 'channel', 'stagebox', 'clock'], drivers: ['mixer', 'virtual'] }),
    );
    const words = [
      'render',
      '--input',
      `1=${voice}`,
      '--set',
      '/channel/input/1 levelDb=0',
      '--output',
      `main/1=${mix}`,
    ];
    const own = join(unpacked, home);
    execFileSync(join(own, 'bin/node'), [join(own, 'dist/cli/main.js'), ...words, '--config', config], {
      stdio: 'pipe',
    });
    const [left] = readWav(mix).channels as [Float64Array];
    expect(fitSine(left.slice(9_600, 38_400), 997, 48_000).residualDb).toBeLessThan(-90);
    // Its configuration is the administrator's.
    expect(existsSync(join(unpacked, 'etc/rowdesk/providers.config.json'))).toBe(true);
    expect(relative('/', text('usr/bin/rowdesk').match(/\/\S+main\.js/)?.[0] ?? '')).toBe(`${home}/dist/cli/main.js`);
  });
});
