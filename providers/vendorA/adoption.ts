// What was never set on the desk is taken from the device, once the device has said everything: a device that is new to
// a desk keeps its settings, and the rows show them.
import { Compile, type Desk, type Log, type Static, stopAll, type TSchema } from 'rowdesk/provider';
import * as contract from './contract.ts';
import { rootPath } from './paths.ts';
import type { TotalMix } from './total-mix.ts';

type Schemas = Readonly<Record<string, TSchema>>;

/** By the segment after that of the device. */
const settings: Readonly<Record<string, readonly [Schemas, readonly string[]]>> = {
  '': [contract.totalMix, ['clockSource']],
  inputs: [contract.input, contract.inputSettings],
  outputs: [contract.output, contract.outputSettings],
  mix: [contract.mix, contract.mixSettings],
};

const isOfDevice = (path: string) => path.startsWith(rootPath);

export class Adoption {
  readonly #desk: Desk;
  readonly #log: Log;
  readonly #totalMix: TotalMix;
  readonly #checks = new Map<TSchema, (value: unknown) => boolean>();
  /** The desk or the device has other values than at the last look. */
  #isChanged = true;
  #isDue = false;

  constructor(totalMix: TotalMix, { desk, log }: { readonly desk: Desk; readonly log: Log }) {
    this.#totalMix = totalMix;
    this.#desk = desk;
    this.#log = log;
  }

  /** Follows the complete readings until the returned function is called. */
  start(): () => void {
    let isOver = false;
    const stop = stopAll(
      this.#desk.onCommit((_revision, paths) => {
        this.#isChanged ||= paths.some(isOfDevice);
      }),
      this.#desk.observed.onChange((changes) => {
        const isRead = changes.some(({ path, field }) => path === rootPath && field === 'readings');
        this.#isChanged ||= changes.some(({ path, field }) => isOfDevice(path) && field !== 'readings');
        if (!isRead || !this.#isChanged || this.#isDue) return;
        this.#isDue = true;
        // After the report: all listeners have it by then.
        queueMicrotask(() => {
          this.#isDue = false;
          if (!isOver) this.#adopt();
        });
      }),
    );
    return () => {
      isOver = true;
      stop();
    };
  }

  #adopt(): void {
    const { target, device } = this.#totalMix;
    const readings = this.#desk.observed.read(rootPath, 'readings')?.value;
    if (target === undefined || !(Number(readings) > 0)) return;
    this.#isChanged = false;
    const changes = this.#totalMix.paths().flatMap((path) => this.#unsetAt(path));
    if (changes.length === 0) return;
    this.#desk
      .commit({
        ...{
          actor: 'device',
          label: `Read from ${device?.label ?? target}`,
          changes,
          unlogged: true,
          despiteLock: true,
        },
        origin: { target, values: changes },
      })
      .catch((error: unknown) => this.#log.warn({ err: error, target }, 'What the device has can not be taken over'));
  }

  #unsetAt(path: string) {
    const [, , , side = ''] = path.split('/');
    const known = isOfDevice(path) ? settings[side] : undefined;
    if (known === undefined || !this.#desk.has(path)) return [];
    const [fields, names] = known;
    const values = this.#desk.read(path);
    return names.flatMap((field) => {
      const reading = this.#desk.observed.read(path, field);
      if (values[field] !== null || reading?.state !== 'applied' || reading.value === null) return [];
      // A value that no field takes stays the device's own.
      return this.#fits(fields[field], reading.value) ? [{ path, field, value: reading.value }] : [];
    });
  }

  #fits(schema: TSchema | undefined, value: unknown): value is Static<TSchema> {
    if (schema === undefined) return false;
    let check = this.#checks.get(schema);
    if (check === undefined) {
      const compiled = Compile(schema);
      check = (each) => compiled.Check(each);
      this.#checks.set(schema, check);
    }
    return check(value);
  }
}
