// What takes too long for a test. `npm run soak -- --night` runs every test whole and all of the following, in parts (night.ts).
// `-- --minutes 10` is a long show in short (long-show.ts), `-- --scenes 1000` stores scenes (different-scenes.ts), `-- --howl` has
// 50 virtual rooms howl and the protection hear whole pieces of music, `-- --joined` has devices with clocks of their own joined
// for an hour of simulated time each, `-- --plugins` runs every plugin of the machine. Exits 1 when something is not held.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, line } from '../bench/report.ts';
import { root } from '../harness/service.ts';
import { hideServers } from '../harness/without-servers.ts';
import { sceneFigures } from './different-scenes.ts';
import { soakJoined } from './joined.ts';
import { longShowFigures } from './long-show.ts';
import { night } from './night.ts';
import { soakPlugins } from './plugins.ts';

hideServers();
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    scenes: { type: 'string', default: '0' },
    howl: { type: 'boolean', default: false },
    joined: { type: 'boolean', default: false },
    plugins: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
    part: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
});
if (values.night) process.exit((await night({ only: values.part, again: values.again })) ? 0 : 1);
if (values.joined) process.exit(soakJoined() ? 0 : 1);
if (values.plugins) process.exit((await soakPlugins()) ? 0 : 1);
if (values.howl) {
  const mixer = join(root, 'hardware-drivers/mixer');
  const env = {
    ...process.env,
    FULL: 'true',
    NIGHT: 'true',
    HOWL_ROOMS: '50',
    HOWL_MUSIC_S: '600',
    HOWL_MUSIC_PIECES: '100',
  };
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['make', ['-s', 'build/test-plain/mixer-test']],
    ['build/test-plain/mixer-test', ['virtual rooms']],
    ['npx', ['vitest', 'run', '--root', root, 'hardware-drivers/mixer/js/howl-music.night']],
  ];
  const failed = steps.filter(
    ([program, args]) => spawnSync(program, args, { cwd: mixer, env, stdio: 'inherit' }).status !== 0,
  );
  process.exit(failed.length > 0 ? 1 : 0);
}
if (Number(values.scenes) > 0) finish(await sceneFigures(Number(values.scenes)));
const totalS = Number(values.minutes) * 60;
if (!(totalS >= 30)) {
  console.error('--minutes wants a number, 0.5 at least');
  process.exit(2);
}
finish(await longShowFigures(totalS));

/** Prints them, and ends with 1 when something is not held. */
function finish(figures: readonly Figure[]): never {
  for (const figure of figures) console.log(`${line(figure)}\n    ${figure.how}`);
  process.exit(figures.every(({ reached }) => reached !== false) ? 0 : 1);
}
