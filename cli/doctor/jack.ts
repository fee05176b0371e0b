// JACK: where its server listens, for which user, and whether its threads have real time. jackd2 listens on a socket in
// /dev/shm, jack_<server>_<user id>_0 (JackChannel, jack_server_dir); PipeWire's substitute for its library has none.

import { advice, type Diagnosis, fine, problem } from './finding.ts';
import { listeners, type Machine } from './machine.ts';
import type { AskedClock } from './server-clock.ts';
import type { Login } from './sound-server.ts';
import { startAs, userName } from './users.ts';

export interface JackServer {
  readonly server: string;
  readonly uid: number;
}

const folder = '/dev/shm';

/** The server that this login's clients find, else one of another name or user; undefined where none listens. */
export function jackServer(machine: Machine, { uid, environment }: Login): JackServer | undefined {
  const isListening = listeners(machine);
  const found = machine.names(folder).flatMap((name): readonly JackServer[] => {
    const [, server, of] = /^jack_(.+)_(\d+)_0$/.exec(name) ?? [];
    return server !== undefined && isListening(`${folder}/${name}`) ? [{ server, uid: Number(of) }] : [];
  });
  return found.find((each) => isOwn(each, uid, environment)) ?? found[0];
}

/** Undefined without a server. `allowed` is the finding about real time of this user's threads. */
export function jack(
  machine: Machine,
  { uid, environment }: Login,
  found: JackServer | undefined,
  { rate, blockFrames }: AskedClock,
  allowed: Diagnosis,
): Diagnosis | undefined {
  if (found === undefined) return undefined;
  const whose = `server ${found.server} of ${userName(machine, found.uid)}`;
  if (found.uid !== uid) {
    return advice('jack', `${whose}, which other users can't reach`, startAs(machine, found.uid));
  }
  if (!isOwn(found, uid, environment)) return advice('jack', whose, `export JACK_DEFAULT_SERVER=${found.server}`);
  const [frames, hz] = ['jack_bufsize', 'jack_samplerate'].map((program) =>
    Number.parseInt(machine.output(program, []) ?? '', 10),
  ) as [number, number];
  const clock =
    frames > 0 && hz > 0 ? `${frames} frames at ${hz} Hz; the desk asks for ${blockFrames} at ${rate} Hz` : '';
  const detail =
    clock === '' ? `${whose}; its clock is unknown without jack_bufsize and jack_samplerate` : `${whose}: ${clock}`;
  if (hasRealTime(machine) === false) {
    const fix = allowed.ok ? 'jack_control stop   # then start jackd again, without -r' : allowed.fix;
    return problem('jack', `${detail}; none of its threads has real time: blocks will come late under load`, fix);
  }
  return frames > 0 && frames !== blockFrames
    ? advice('jack', detail, `jack_bufsize ${blockFrames}`)
    : fine('jack', detail);
}

function isOwn({ server, uid }: JackServer, own: number, environment: Login['environment']): boolean {
  return uid === own && server === (environment.JACK_DEFAULT_SERVER || 'default');
}

/** Whether a thread of jackd has SCHED_FIFO or SCHED_RR: field 41 of its stat (proc(5)). Undefined without such a process. */
function hasRealTime(machine: Machine): boolean | undefined {
  const processes = machine.names('/proc').filter((name) => /^\d+$/.test(name));
  const servers = processes.filter((id) => ['jackd', 'jackdbus'].includes(machine.text(`/proc/${id}/comm`).trim()));
  if (servers.length === 0) return undefined;
  return servers.some((id) =>
    machine.names(`/proc/${id}/task`).some((thread) => {
      // A name in brackets may have blanks.
      const rest = machine
        .text(`/proc/${id}/task/${thread}/stat`)
        .replace(/^.*\) /s, '')
        .split(' ');
      return ['1', '2'].includes(rest[41 - 3] ?? '');
    }),
  );
}
