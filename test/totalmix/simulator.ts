// Starts, orders and ends the simulated RME device: simulator.py beside this file, a programme without a word of the driver.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../harness/service.ts';

const programme = join(root, 'test/totalmix/simulator.py');

/** What is missing for the simulator, as the command that installs it; '' for nothing. Throws in CI, where nothing may be. */
export const simulatorLacks = (() => {
  const lacks = spawnSync('python3', ['--version']).status === 0 ? '' : 'sudo apt-get install python3';
  if (lacks !== '' && process.env.CI) throw new Error(`The tests of TotalMix need ${lacks}`);
  return lacks;
})();

/** Chances from 0 to 1, and the longest delay. */
export interface LineFaults {
  readonly lose?: number;
  readonly delay?: number;
  readonly delayMs?: number;
  readonly reorder?: number;
  readonly corrupt?: number;
}

export interface Faults extends LineFaults {
  readonly seed?: number;
  readonly toDevice?: LineFaults;
  readonly toHost?: LineFaults;
}

export interface Refusals {
  readonly chance?: number;
  readonly registers?: readonly number[];
  /** `old`: the device reports the value that it keeps; `ignore`: it says nothing. Default `old`. */
  readonly as?: 'old' | 'ignore';
  readonly seed?: number;
}

/** A place of the mix: the label that the device tells (tenths of dB, pan), and the linear gain that sounds. */
export interface Place {
  readonly level?: number;
  readonly pan?: number;
  readonly gain: number;
}

export interface Registers {
  /** By the number of the register. */
  readonly values: Readonly<Record<string, number>>;
  /** By output and input from 1, `3/21`: playback channels follow the 20 inputs. Those that are off are left out. */
  readonly mix: Readonly<Record<string, Place>>;
  readonly loopback: readonly boolean[];
}

export interface Write {
  readonly register: number;
  /** The pan of a place of the mix, not its level. */
  readonly pan?: true;
  readonly value: number;
  /** What the device had before, where it has the register. */
  readonly was?: number;
  readonly outcome: 'taken' | 'limited' | 'refused' | 'unknown';
}

interface LineFigures {
  readonly messages: number;
  readonly lost: number;
  readonly delayed: number;
  readonly reordered: number;
  readonly corrupted: number;
}

export interface Figures {
  readonly bad: number;
  readonly parity: number;
  readonly dumps: number;
  readonly ticks: number;
  readonly levels: number;
  readonly toDevice: LineFigures;
  readonly toHost: LineFigures;
  /** A host has the port open. */
  readonly open: boolean;
}

/** Registers of the published table; channels count from 1. */
export const input = (n: number, at: number) => ((n - 1) << 6) | at;
export const output = (n: number, at: number) => ((n + 19) << 6) | at;
export const at = {
  stereo: 0x02,
  msProcessing: 0x06,
  polarity: 0x07,
  gain: 0x08,
  phantom: 0x09,
  autoset: 0x0a,
  hiZ: 0x0b,
} as const;
export const outputAt = { volume: 0x00, pan: 0x01, mute: 0x02, stereo: 0x04, polarity: 0x08, level: 0x09 } as const;
export const clockSource = 0x3064;
/** The place of an input in the mix of an output: its label, level or pan. */
export const label = (out: number, n: number) => 0x2000 | ((out - 1) << 6) | (n - 1);
/** The register that sounds; playback channels are n from 21. */
export const level = (out: number, n: number) => 0x4000 | ((out - 1) << 6) | (n > 20 ? n + 11 : n - 1);

export interface Simulator {
  /** The port, while the device is plugged in. */
  readonly link: string;
  turn(register: number, value: number, options?: { pan?: boolean }): Promise<void>;
  registers(only?: readonly number[]): Promise<Registers>;
  value(register: number): Promise<number>;
  /** Replaces the faults of both directions; {} ends them. */
  faults(faults: Faults): Promise<void>;
  refuse(refusals: Refusals): Promise<void>;
  behave(behaviour: { readonly echo?: boolean; readonly silent?: boolean }): Promise<void>;
  level(kind: 'input' | 'playback' | 'output', channel: number, db: number): Promise<void>;
  unplug(): Promise<void>;
  plugIn(registers?: 'remembered' | 'default'): Promise<void>;
  send(hex: string): Promise<void>;
  figures(): Promise<Figures>;
  /** What the host wrote since the last call. */
  log(): Promise<readonly Write[]>;
  end(): Promise<void>;
}

const running = new Set<Simulator>();

export async function startSimulator(link: string, seed = 1): Promise<Simulator> {
  const child = spawn('python3', ['-B', programme, link, '--seed', String(seed)], { stdio: ['pipe', 'pipe', 'pipe'] });
  const talk: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => talk.push(chunk.toString()));
  const waiting: { resolve: (answer: unknown) => void; reject: (fault: Error) => void }[] = [];
  const first = new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { failed, ...answer } = JSON.parse(line) as { failed?: string };
    if (failed === undefined) waiting.shift()?.resolve(answer);
    else waiting.shift()?.reject(new Error(`The simulator: ${failed}`));
  });
  const ended = endOf(child, () => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`The simulator ended: ${talk.join('')}`));
  });
  const order = <Answer>(what: string, how: object = {}) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ resolve: resolve as (answer: unknown) => void, reject });
      child.stdin.write(`${JSON.stringify({ do: what, ...how })}\n`);
    });
  await first;
  const simulator: Simulator = {
    link,
    turn: (register, value, options = {}) => order('turn', { register, value, ...options }),
    registers: (only) => order('registers', only === undefined ? {} : { only }),
    value: async (register) => (await simulator.registers([register])).values[register] as number,
    faults: (faults) => order('faults', faults),
    refuse: (refusals) => order('refuse', refusals),
    behave: (behaviour) => order('behave', behaviour),
    level: (kind, channel, db) => order('level', { kind, channel, db }),
    unplug: () => order('unplug'),
    plugIn: (registers = 'remembered') => order('plugIn', { registers }),
    send: (hex) => order('send', { hex }),
    figures: () => order('figures'),
    log: async () => (await order<{ log: readonly Write[] }>('log')).log,
    end: async () => {
      running.delete(simulator);
      child.stdin.end();
      await ended;
    },
  };
  running.add(simulator);
  return simulator;
}

/** For afterEach: ends what a failing test left. */
export async function endSimulators(): Promise<void> {
  await Promise.all([...running].map((simulator) => simulator.end()));
}

function endOf(child: ChildProcess, then: () => void): Promise<void> {
  return new Promise((resolve) =>
    child.once('close', () => {
      then();
      resolve();
    }),
  );
}
