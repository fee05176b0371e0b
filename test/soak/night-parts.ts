// The parts of the night: everything whole, where `.ci/run` has a part of it. Each takes an hour at most.

export interface NightPart {
  readonly name: string;
  /** What it runs that CI does not, for docs/reliability.md. */
  readonly beyondCi: string;
  /** One after another, in the folder of the repository. */
  readonly commands: readonly (readonly string[])[];
  readonly env?: Readonly<Record<string, string>>;
}

const vitest = (...words: readonly string[]): readonly string[] => ['npx', 'vitest', 'run', ...words];
const alone = '--no-file-parallelism';
const soak = (...words: readonly string[]): readonly string[] => ['node', 'build/test/soak/main.js', ...words];
/** Parts of their own, with all that sounds through a server, a card, a network or plugins. */
const sounding = [
  ...['pipewire', 'jack', 'alsa', 'joined', 'recording', 'plugins', 'totalmix', 'boxes', 'netaudio'],
  ...['wall-clock', 'overload'],
];
/** Parts of their own: they compile, compute long, or repeat. */
const long = ['test/fuzz/', 'test/show/interleavings', 'test/spine/acknowledged', 'test/show/scenes-killed'];
/** A part of their own: each starts browsers. */
const pages = ['test/mix-page/', 'test/docs/'];
/** A part of their own: each makes packages, and a root to install them in. */
const packages = ['test/packages/'];
const native = [
  'native.slow',
  'hardware-drivers/recorder/js/playing-native',
  'test/receive.slow',
  'sample-format.slow',
];
const excluded = [
  ...sounding.map((name) => `test/${name}/`),
  ...[...long, ...pages, ...packages, 'hardware-drivers/mixer/js/', 'hardware-drivers/pipewire/'],
].flatMap((part) => ['--exclude', `${part}**`]);

export const nightParts: readonly NightPart[] = [
  { name: 'quick', beyondCi: 'nothing', commands: [vitest('--exclude', '**/*.{slow,night}.test.*')] },
  {
    name: 'pipewire',
    beyondCi: 'every file with both versions of PipeWire; CI has the second one with io, clock and server',
    commands: [vitest('test/pipewire/', 'hardware-drivers/pipewire/', alone)],
  },
  { name: 'jack', beyondCi: '20 ends of a server instead of 3', commands: [vitest('test/jack/', alone)] },
  {
    name: 'cards',
    beyondCi: '50 pulled plugs of a card instead of 5; an RME device through all its states',
    commands: [vitest('test/alsa/', 'test/joined/', 'test/totalmix/', 'test/boxes/', alone)],
  },
  {
    name: 'network',
    beyondCi:
      '50 restarts of two desks that are each other’s stagebox instead of 3, 100,000 hostile packets of each kind instead of 10,000',
    commands: [vitest('test/netaudio/', alone)],
  },
  {
    name: 'plugins',
    beyondCi:
      '200 kills of racks, plugin host and control process during scans and changes instead of 4; a first scan of Debian’s plugins beside two programs that never rest',
    commands: [vitest('test/plugins/', alone)],
  },
  {
    name: 'busy-machine',
    beyondCi: '20 programs that never rest beside a desk instead of 5',
    commands: [vitest('test/wall-clock/', 'test/overload/', alone)],
  },
  {
    name: 'installed-plugins',
    beyondCi: 'every plugin of Debian that is installed: scanned, probed, and run for a second',
    commands: [soak('--plugins')],
  },
  {
    name: 'recording',
    beyondCi: 'ten minutes of 64 tracks instead of 10 s, and 200 kills of the recorder instead of 8',
    commands: [vitest('test/recording/', alone)],
  },
  {
    name: 'kills',
    beyondCi: 'kills of the desk, orders of events and drawn bodies, ten times as many',
    commands: [vitest(...long)],
    env: { ROUNDS: 'soak' },
  },
  {
    name: 'sanitizers',
    beyondCi: 'AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer over all native code',
    commands: [vitest('hardware-drivers/mixer/js/native.slow'), vitest(...native)],
  },
  {
    name: 'aarch64',
    beyondCi: 'the mixer’s C++ tests for aarch64, under emulation',
    commands: [vitest('hardware-drivers/mixer/js/aarch64.night')],
  },
  {
    name: 'music',
    beyondCi: '50 virtual rooms, and 100 pieces of music of ten minutes',
    commands: [soak('--howl')],
  },
  { name: 'clocks', beyondCi: 'an hour of simulated time for each pair of clocks', commands: [soak('--joined')] },
  { name: 'scenes', beyondCi: '1,000 different scenes', commands: [soak('--scenes', '1000')] },
  { name: 'show', beyondCi: 'a show of ten minutes with 100 watchers', commands: [soak('--minutes', '10')] },
  {
    name: 'pages',
    beyondCi:
      'a band’s show by touch at three sizes; axe in every view; every cut word; each view of the page; all pages of docs but two',
    commands: [vitest(...pages)],
  },
  {
    name: 'packages',
    beyondCi:
      'the Debian package in a fresh Debian 12: installed, updated, rolled back, removed and purged; a desk for arm64 under emulation; the npm tarball without a compiler',
    commands: [vitest(...packages, alone)],
  },
  {
    name: 'others',
    beyondCi:
      'whether an answer takes its 50 ms of the event loop; every address of an X32 there and back instead of one of each kind; the build of native packages with all its faults; every legal move without a click; renders, templates, histories and plugins of a show that are missing',
    commands: [vitest('.slow.test.', '.night.test.', ...excluded)],
  },
];
