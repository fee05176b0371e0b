// For tests: networks that nothing else hears, of network namespaces without a name. A namespace lives as long as the process
// that holds it, which ends with the test: nothing is left, and the machine's own namespace never sees an interface of theirs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { removeFolder, temporaryFolder } from '../harness/service.ts';
import { Place } from './place.ts';

/** Without root the namespaces belong to a user namespace, in which the user has root's rights over them. */
const isRoot = process.getuid?.() === 0;
const asUser = ['--user', '--map-root-user'];
const multicast = '224.0.0.0/4';
const mostLooks = 500;

/** One end of a cable. */
export interface End {
  readonly place: Place;
  /** `e0`, `e1` .. in the order of the place's cables. */
  readonly interface: string;
  readonly address: string;
}

/** The namespaces of one test, and the cables between them. */
export class Network {
  /** For what its programmes write. */
  readonly folder = temporaryFolder();
  readonly #places: Place[] = [];
  readonly #holders: ChildProcess[] = [];
  /** Of the user namespace; 0 where none is needed. */
  #userPid = 0;
  #cables = 0;

  /** A namespace with its loopback, and no other interface. */
  async place(): Promise<Place> {
    if (!isRoot && this.#userPid === 0) this.#userPid = await this.#hold('user', ['unshare', ...asUser]);
    const inUser = isRoot ? [] : ['nsenter', '-t', String(this.#userPid), '-U', '--preserve-credentials'];
    const pid = await this.#hold('net', [...inUser, 'unshare', '--net']);
    const place = new Place(pid, isRoot, this.folder);
    this.#places.push(place);
    place.run('ip', 'link', 'set', 'lo', 'up');
    return place;
  }

  /**
   * A cable: the first of the network is 10.77.0.1 to 10.77.0.2, the next 10.77.1.1 to 10.77.1.2. Multicast leaves a place
   * through its first cable, unless a programme says otherwise.
   */
  cable(from: Place, to: Place): readonly [End, End] {
    const number = this.#cables++;
    const end = (place: Place, host: number): End => ({
      place,
      interface: place.nextInterface(),
      address: `10.77.${number}.${host}`,
    });
    const ends = [end(from, 1), end(to, 2)] as const;
    const peer = ['peer', 'name', ends[1].interface, 'netns', String(to.pid)];
    from.run('ip', 'link', 'add', ends[0].interface, 'type', 'veth', ...peer);
    for (const each of ends) {
      each.place.run('ip', 'address', 'add', `${each.address}/24`, 'dev', each.interface);
      setCable(each, true);
    }
    return ends;
  }

  /**
   * A switch: the places hear each other. The first place is 10.77.N.1, the next 10.77.N.2, where N counts cables and switches
   * from 0.
   */
  async switch(...places: readonly Place[]): Promise<readonly End[]> {
    const inner = await this.place();
    inner.run('ip', 'link', 'add', 'bridge', 'type', 'bridge', 'mcast_snooping', '0');
    inner.run('ip', 'link', 'set', 'bridge', 'up');
    const number = this.#cables++;
    return places.map((place, n) => {
      const end = { place, interface: place.nextInterface(), address: `10.77.${number}.${n + 1}` };
      const port = inner.nextInterface();
      inner.run('ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', end.interface, 'netns', String(place.pid));
      inner.run('ip', 'link', 'set', port, 'master', 'bridge', 'up');
      place.run('ip', 'address', 'add', `${end.address}/24`, 'dev', end.interface);
      setCable(end, true);
      return end;
    });
  }

  /** Ends all that runs inside, and the namespaces with it. */
  async remove(): Promise<void> {
    await Promise.all(this.#places.map((place) => place.remove()));
    await Promise.all(
      this.#holders.map(async (holder) => {
        const end = new Promise((resolve) => holder.once('exit', resolve));
        holder.stdin?.end();
        if (holder.exitCode === null) await end;
      }),
    );
    removeFolder(this.folder);
  }

  /** The id of a process that has a new namespace of this kind, and ends when this process does, as its input then ends. */
  async #hold(kind: 'user' | 'net', [program = '', ...args]: readonly string[]): Promise<number> {
    const holder = spawn(program, [...args, 'cat'], { stdio: ['pipe', 'ignore', 'pipe'] });
    let words = '';
    holder.stderr?.on('data', (chunk: Buffer) => {
      words += chunk;
    });
    this.#holders.push(holder);
    for (let looks = 0; looks < mostLooks && holder.exitCode === null; looks++) {
      if (hasOwn(kind, holder.pid ?? 0)) return holder.pid ?? 0;
      await delay(10);
    }
    throw new Error(`no namespace: ${words}`);
  }
}

/** Plugs a cable in at this end, or pulls it out: both ends then have no carrier, and this one no routes. */
export function setCable({ place, interface: name }: End, isIn: boolean): void {
  place.run('ip', 'link', 'set', name, isIn ? 'up' : 'down');
  if (isIn) place.run('ip', 'route', 'replace', multicast, 'dev', name, 'metric', String(Number(name.slice(1)) + 1));
}

function hasOwn(kind: string, pid: number): boolean {
  try {
    const own = readlinkSync(`/proc/self/ns/${kind}`);
    return readlinkSync(`/proc/${pid}/exe`).endsWith('cat') && readlinkSync(`/proc/${pid}/ns/${kind}`) !== own;
  } catch {
    return false;
  }
}

/** Why tests can't run in namespaces, '' when they can. Throws where they have to: on CI. */
export function whyNoNetwork(...needs: readonly [there: boolean, what: string][]): string {
  const lacks = (['ip', 'nsenter', 'unshare'] as const).filter((program) => !isProgram(program));
  const canUnshare = spawnSync('unshare', [...(isRoot ? [] : asUser), '--net', 'true']).status === 0;
  const missing = [
    ...lacks.map((program) => `${program} (iproute2, util-linux)`),
    ...(canUnshare ? [] : ['the right to make network namespaces']),
    ...needs.filter(([there]) => !there).map(([, what]) => what),
  ];
  if (missing.length === 0) return '';
  const words = `network audio is not tested, for want of ${missing.join(', ')}`;
  if (process.env.CI === 'true') throw new Error(words);
  process.stdout.write(`${words}\n`);
  return words;
}

/** A programme of this name is here. */
export function isProgram(name: string): boolean {
  return spawnSync('which', [name]).status === 0;
}
