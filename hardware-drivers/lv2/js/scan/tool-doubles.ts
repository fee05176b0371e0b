// Doubles of the programs, and of time.
import { fileURLToPath } from 'node:url';
import type { Alarm } from './child.ts';
import type { Tools } from './tools.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export const doubleTools: Tools = { scan: beside('lv2-scan-double.mjs'), rack: beside('lv2-rack-double.mjs') };

/** Time that never passes. */
export const noAlarm: Alarm = () => () => {};

/** Time passes when a child has said something and then this many rounds of the event loop nothing more. */
export function alarmAfterTalk(): Alarm {
  let armed = 0;
  return (_, call) => {
    if (armed++ === 0) return () => {};
    const timer = setImmediate(call);
    return () => clearImmediate(timer);
  };
}
