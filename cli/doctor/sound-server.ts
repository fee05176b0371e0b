// PipeWire: where its server listens, for which user, and its version.
import { dirname, isAbsolute, join } from 'node:path';
import { advice, type Diagnosis, fine, problem } from './finding.ts';
import { kernelCards } from './holders.ts';
import { listeners, type Machine } from './machine.ts';
import type { ServerState } from './server-state.ts';
import { startAs, userName } from './users.ts';

export interface Login {
  readonly name: string;
  readonly uid: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The path at which PipeWire's clients look for their server (module-protocol-native), undefined without a folder. */
export function socketPath({ environment }: Pick<Login, 'environment'>): string | undefined {
  const { PIPEWIRE_REMOTE, PIPEWIRE_RUNTIME_DIR, XDG_RUNTIME_DIR, USERPROFILE } = environment;
  const remote = PIPEWIRE_REMOTE || 'pipewire-0';
  if (isAbsolute(remote)) return remote;
  const folder = PIPEWIRE_RUNTIME_DIR || XDG_RUNTIME_DIR || USERPROFILE;
  return folder ? join(folder, remote) : undefined;
}

/** `state` is undefined where no server has answered; `otherwise` says what gives sound without PipeWire, '' for nothing. */
export function soundServer(
  machine: Machine,
  login: Login,
  state: ServerState | undefined,
  otherwise: string,
): Diagnosis {
  const path = socketPath(login);
  const owner = path === undefined ? undefined : machine.owner(path);
  if (path === undefined || owner === undefined) return noSocket(machine, login, path, otherwise);
  if (state === undefined && !listeners(machine)(path)) {
    return problem('pipewire', `${path} is a socket that no server listens at`, startCommand(machine, path));
  }
  if (state === undefined) {
    if (owner !== login.uid && login.uid !== 0) {
      const detail = `the server at ${path} is that of ${userName(machine, owner)}`;
      return problem('pipewire', detail, startAs(machine, owner, dirname(path)));
    }
    const detail = `a server listens at ${path}; what it is like is unknown without pw-dump`;
    return advice('pipewire', detail, 'sudo apt-get install pipewire-bin');
  }
  const { version, libraryVersion } = state;
  const detail = `${path} of ${userName(machine, owner)}: server ${version}, library ${libraryVersion || 'unknown'}`;
  if (libraryVersion === '' || majorOf(version) === majorOf(libraryVersion)) return fine('pipewire', detail);
  // After an update of the packages.
  return advice('pipewire', `${detail}: the server is that of another release`, startCommand(machine, path, 'restart'));
}

/** `0.3` of 0.3.65, `1` of 1.4.2 */
const majorOf = (version: string) =>
  version
    .split('.')
    .slice(0, version.startsWith('0.') ? 2 : 1)
    .join('.');

function noSocket(machine: Machine, login: Login, path: string | undefined, otherwise: string): Diagnosis {
  const looked = path === undefined ? 'XDG_RUNTIME_DIR is not set' : `nothing is at ${path}`;
  if (otherwise !== '') return fine('pipewire', `no server: ${looked}; ${otherwise}`);
  const own = `/run/user/${login.uid}`;
  if (path !== join(own, 'pipewire-0') && machine.owner(join(own, 'pipewire-0')) !== undefined) {
    const detail = `${looked}; a server of ${login.name} listens at ${own}/pipewire-0`;
    return problem('pipewire', detail, `export XDG_RUNTIME_DIR=${own}`);
  }
  const others = machine
    .names('/run/user')
    .filter((uid) => machine.owner(`/run/user/${uid}/pipewire-0`) !== undefined)
    .map(Number);
  const [other] = others;
  if (other !== undefined) {
    const whose = others.map((uid) => userName(machine, uid)).join(', ');
    const detail = `${looked}; there is a server of ${whose}, which other users can't reach`;
    return problem('pipewire', detail, startAs(machine, other, `/run/user/${other}`));
  }
  if ((kernelCards(machine) ?? []).length === 0) return fine('pipewire', `no server: ${looked}`);
  return problem('pipewire', `${looked}: the cards of this machine give no sound`, startCommand(machine, path));
}

const isThere = (machine: Machine, path: string) => machine.owner(path) !== undefined;

/** The command that starts a server at this path, by what is installed. */
function startCommand(machine: Machine, path: string | undefined, word = 'start'): string {
  const appliance = 'rowdesk-pipewire';
  if (path?.startsWith('/run/rowdesk/') && isThere(machine, `/etc/systemd/system/${appliance}.service`)) {
    return `sudo systemctl ${word} ${appliance}`;
  }
  if (!isThere(machine, '/usr/lib/systemd/user/pipewire.service')) {
    return 'sudo apt-get install pipewire wireplumber';
  }
  return `systemctl --user ${word} pipewire.socket pipewire.service`;
}
