// Plugins: whether the program that hosts them is built, its library is there, and any plugin to host.
import { join } from 'node:path';
import { builtPlaces } from '../../core/base/built-file.ts';
import { counted } from '../counted.ts';
import type { AskedSound } from './asked.ts';
import { advice, type Diagnosis, fine, problem } from './finding.ts';
import type { Machine } from './machine.ts';

const transport = 'plugins';
const program = 'lv2-rack';
const headers = 'pkg-config liblilv-dev lv2-dev';

/** `environment`: of the user that runs the desk. Undefined where the configuration has no driver for plugins. */
export function plugins(
  machine: Machine,
  environment: Readonly<Record<string, string | undefined>>,
  { drivers }: Pick<AskedSound, 'drivers'>,
): Diagnosis | undefined {
  const driver = drivers.find(({ transports }) => transports.includes(transport));
  if (driver === undefined) return undefined;
  const { name, folder = '', libraries } = driver;
  if (!builtPlaces.some((place) => machine.names(join(folder, place)).includes(program))) {
    const fix = `sudo apt-get install ${headers} && rowdesk drivers build ${name}`;
    return advice('plugins', `none can be hosted: ${program} is not built`, fix);
  }
  const count = bundles(machine, environment).length;
  const cache = machine.output('/sbin/ldconfig', ['-p']);
  const missing = Object.entries(libraries).filter(([library]) => cache?.includes(`\t${library} `) === false);
  if (missing.length > 0) {
    const [names, packages] = [0, 1].map((column) => missing.map((each) => each[column]).join(' '));
    const say = count > 0 ? problem : advice;
    return say('plugins', `${names} not found: no plugin can be hosted`, `sudo apt-get install ${packages}`);
  }
  const files = clapFiles(machine, environment).length;
  const found = [
    ...(count > 0 ? [`${counted(count, 'bundle')} of LV2 plugins`] : []),
    ...(files > 0 ? [`${counted(files, 'file')} of CLAP plugins`] : []),
  ];
  if (found.length > 0) return fine('plugins', found.join(', '));
  return advice('plugins', 'no plugin was found', 'sudo apt-get install x42-plugins lsp-plugins-lv2');
}

/** The bundles below $LV2_PATH, or where LV2 plugins are without it. */
function bundles(
  machine: Machine,
  { LV2_PATH: path = '', HOME: home = '' }: Readonly<Record<string, string | undefined>>,
) {
  const libraries = machine.names('/usr/lib').filter((name) => /^\w+-linux-gnu\w*$/.test(name));
  const folders = path
    ? path.split(':').filter((folder) => folder.startsWith('/'))
    : [
        ...(home === '' ? [] : [join(home, '.lv2')]),
        ...['/usr/local/lib/lv2', '/usr/lib/lv2', ...libraries.map((name) => `/usr/lib/${name}/lv2`)],
      ];
  return folders.flatMap((folder) =>
    machine.names(folder).filter((name) => name.endsWith('.lv2') && !isOfTheStandard(name)),
  );
}

/** The files in the folders of $CLAP_PATH, and where CLAP plugins are; folders in them are left to the scan. */
function clapFiles(
  machine: Machine,
  { CLAP_PATH: path = '', HOME: home = '' }: Readonly<Record<string, string | undefined>>,
) {
  const usual = [...(home === '' ? [] : [join(home, '.clap')]), '/usr/local/lib/clap', '/usr/lib/clap'];
  const folders = new Set([...path.split(':').filter((folder) => folder.startsWith('/')), ...usual]);
  return [...folders].flatMap((folder) => machine.names(folder).filter((name) => name.endsWith('.clap')));
}

/** lilv's own package brings the texts of the standard, `lv2core.lv2`, in bundles of these names. */
const standard =
  /^(atom|buf-size|core|data-access|dynmanifest|event|instance-access|log|lv2core|midi|morph|options|parameters|patch|port-groups|port-props|presets|resize-port|schemas|state|time|ui|units|uri-map|urid|worker)\.lv2$/;
const isOfTheStandard = (name: string) => standard.test(name);
