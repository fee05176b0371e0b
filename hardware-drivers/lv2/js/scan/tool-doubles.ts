// Doubles of the programs, and of time.
import { fileURLToPath } from 'node:url';
import { type Alarm, realAlarm } from './alarm.ts';
import type { Tools } from './tools.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export const doubleTools: Tools = { scan: beside('lv2-scan-double.mjs'), rack: beside('lv2-rack-double.mjs') };

/** Time that never passes. */
export const noAlarm: Alarm = {
  after: () => () => {},
  nowMs: () => 0,
  waitedMs: () => 0,
  quieter: async () => {},
};

export interface PassingTime {
  /** Time passes while this is true. */
  readonly passes: () => boolean;
  /** Of that time, which the child waits for a processor. */
  readonly waitedPart?: number;
  /** After each step. */
  readonly passed?: (nowMs: number) => void;
}

/** The machine's own time, at twenty times its speed: for a child that hangs, whatever else the machine does. */
export const hurriedAlarm: Alarm = {
  after: (ms, call) => realAlarm.after(ms / 20, call),
  nowMs: () => 20 * realAlarm.nowMs(),
  waitedMs: (processId) => 20 * realAlarm.waitedMs(processId),
  quieter: async () => {},
};

/** True once for each new line that the programs have logged: how many there are. */
export function onceForEach(lines: () => number): () => boolean {
  let seen = 0;
  return () => {
    const isNew = lines() > seen;
    if (isNew) seen++;
    return isNew;
  };
}

/** Steps from alarm to alarm; `quietened` counts the waits for a quieter machine. */
export function passingAlarm({ passes, waitedPart = 0, passed = () => {} }: PassingTime) {
  let nowMs = 0;
  const double = {
    quietened: 0,
    after(ms: number, call: () => void) {
      const timer = setInterval(() => {
        if (!passes()) return;
        clearInterval(timer);
        nowMs += ms;
        passed(nowMs);
        call();
      }, 1);
      return () => clearInterval(timer);
    },
    nowMs: () => nowMs,
    waitedMs: () => waitedPart * nowMs,
    quieter: async () => void double.quietened++,
  } satisfies Alarm & { quietened: number };
  return double;
}
