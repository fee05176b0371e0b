// Every field of every row of the shipped configuration by OSC: what can be written goes there and comes back, all others
// are read. A new row is tested on its first day.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asWritten } from '../../core/testing/as-written.ts';
import { type FieldWords, fittingBodies, widest } from '../../core/testing/bodies.ts';
import { encodeMessage, type OscArgument, text } from '../../hardware-drivers/lib/osc/js/packet.ts';
import type { OscValue } from '../../hardware-drivers/lib/osc/js/parcel.ts';
import { argumentFor, valueFor } from '../../providers/surface/network/values.ts';
import { type OpenedSurface, openOsc, UdpPeer } from '../../providers/surface/osc/osc-fixture.ts';
import { momentary, startWholeDesk, type WholeDesk } from '../harness/whole-desk.ts';

let desk: WholeDesk;
let surface: OpenedSurface;
let peer: UdpPeer;
let playing: NodeJS.Timeout;
let renewing: NodeJS.Timeout;
beforeAll(async () => {
  desk = await startWholeDesk();
  playing = setInterval(desk.play, 5);
  surface = await openOsc(desk.url);
  peer = await UdpPeer.open(surface);
  // A peer that follows something gets all its answers.
  const subscribe = () => peer.send('/subscribe', text('/console/name'));
  subscribe();
  renewing = setInterval(subscribe, 2000);
}, 180_000);
afterAll(async () => {
  clearInterval(renewing);
  clearInterval(playing);
  peer.close();
  await surface.close();
  await desk.close();
});

/** What the desk answers to a message: the values, or the code of its refusal. */
async function asked(address: string, ...args: OscArgument[]): Promise<readonly OscValue[] | string> {
  peer.forget();
  peer.sendPacket(encodeMessage({ address, args }));
  const found = () => {
    for (const { address: of, values } of peer.heard) {
      if (of === address) return values;
      if (of === '/refusal' && values[0] === address) return String(values[1]);
    }
    return undefined;
  };
  return peer.until(found);
}

/** Equal, or equal as floats of 32 bits. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.fround(one) === Math.fround(other);
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Codes of a state of the desk, which a value that fits may meet. */
const ofState = ['conflict', 'device-absent', 'target-refused', 'unknown-item', 'duplicate', 'store-unavailable'];

/** Faults in the words of the address. */
async function faultsOf(path: string): Promise<readonly string[]> {
  const { status, body: contract } = await desk.send('OPTIONS', path);
  if (status !== 200) return [];
  const faults: string[] = [];
  for (const [field, schema] of Object.entries(contract.fields) as [string, FieldWords][]) {
    const address = `${path}/${field}`;
    if (schema.access === 'rw') faults.push(...(await written(path, field, schema, contract.task)));
    const values = await asked(address);
    if (values === 'too-large') continue;
    const row = (await desk.get(path)).body;
    // What changes by itself is not compared: a level, a time.
    const isStill = schema.access === 'rw' && !contract.onDemand;
    const shown = typeof values === 'string' ? values : valueFor(schema as never, values);
    if (typeof values === 'string') faults.push(`${address} is not shown: ${values}`);
    else if (isStill && !isSame(shown, row[field] ?? null)) {
      faults.push(`${address} shows ${JSON.stringify(shown)}, the row ${JSON.stringify(row[field])}`);
    }
  }
  return faults;
}

async function written(path: string, field: string, schema: FieldWords, isTask: boolean): Promise<readonly string[]> {
  const address = `${path}/${field}`;
  if (isTask) {
    // Not run: the refusal of the desk comes back by the address.
    const args = field === 'running' ? [{ type: 'F', value: false } as const] : [text('null')];
    peer.forget();
    peer.send(address, ...args);
    const code = await peer.until(() => peer.heard.find(({ values }) => values[0] === address)?.values[1]);
    const expected = [
      'not-running',
      'without-running',
      'wrong-type',
      'wrong-format',
      'not-cancellable',
      'not-an-option',
    ];
    return expected.includes(String(code)) ? [] : [`${address} answers ${code}`];
  }
  const before = (await desk.get(path)).body;
  const bodies = fittingBodies(fc, { [field]: widest(schema) }, before, [field]);
  const drawn = fc.sample(bodies, { numRuns: 12, seed: 7 }).map((body) => body[field]);
  const value = drawn.find((each) => !isSame(each, before[field])) ?? before[field];
  const argument = argumentFor(schema, value);
  if (encodeMessage({ address, args: [argument] }).length > 60_000) return [];
  peer.forget();
  peer.send('/echo', { type: 'T', value: true });
  peer.send(address, argument);
  // Once the field is shown, or refused.
  const refused = await settled(path, field, value, schema);
  if (refused === '' || ofState.includes(refused)) {
    await desk.patch(path, { [field]: before[field] });
    return [];
  }
  return [`${address} refuses ${JSON.stringify(value)}: ${refused}`];
}

/** '' once the row shows the value; else the code of the refusal. */
async function settled(path: string, field: string, value: unknown, schema: FieldWords): Promise<string> {
  const { revision } = desk.host.desk;
  for (;;) {
    const refusal = peer.heard.find(
      ({ address, values }) => address === '/refusal' && values[0] === `${path}/${field}`,
    );
    if (refusal !== undefined) return String(refusal.values[1]);
    const shown = (await desk.get(path)).body[field];
    // Of a list that is merged, other items stay.
    const isMerged = schema.mergedBy !== undefined && desk.host.desk.revision > revision;
    if (isMerged || isSame(...asWritten(shown, value, schema.unordered === true))) return '';
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('every writable field of every row goes there and comes back, and every other one is read', async () => {
  const { registry } = desk.host.assembly;
  const faults: string[] = [];
  const done = new Set<string>();
  const paths = [...momentary, ...registry.rows.flatMap((row) => desk.examples(row).slice(0, 1))];
  for (const path of paths) {
    if (done.has(path)) continue;
    done.add(path);
    faults.push(...(await faultsOf(path)));
  }
  expect(faults).toEqual([]);
  expect(done.size).toBeGreaterThan(100);
}, 300_000);
