// A device by SysEx: writes registers, reads them by dumps. The device reports hardly any register that the host writes, and
// not every control that is turned at it: only dumps say what it has (DeviceTable.sources).
import type { Hardware, HardwareEvents, Key, KeyValue } from '../hardware.ts';
import type { Timers } from '../timers.ts';
import { checkValue } from './codec.ts';
import { CompleteRead } from './complete-read.ts';
import { Link } from './link.ts';
import { MixLevels } from './mix-levels.ts';
import { Names } from './names.ts';
import type { MidiPort } from './raw-midi.ts';
import { type Part, Registers } from './registers.ts';
import type { DeviceTable } from './table.ts';
import { type Message, type RegisterValue, registerOf, subIds, wordOf } from './words.ts';

/** A device that is asked for a dump, and reports nothing for so long, does not answer. */
const silentMs = 3000;
/** Between a read and the next that was asked for meanwhile: writes of a moment share one. */
const betweenReadsMs = 100;
const lookEveryMs = 20;

export interface SysexParts {
  readonly table: DeviceTable;
  /** Opens its port; throws Error in words. */
  readonly open: () => MidiPort;
  readonly timers: Timers;
  readonly events: HardwareEvents;
  readonly readEveryMs: number;
  /** The serial number by USB, '' for an unknown one. */
  readonly serial: string;
}

export class SysexHardware implements Hardware {
  readonly parameters: Hardware['parameters'];
  readonly inputs: Hardware['inputs'];
  readonly outputs: Hardware['outputs'];
  readonly playbacks: number;
  readonly #parts: SysexParts;
  readonly #registers: Registers;
  readonly #link: Link;
  readonly #mix: MixLevels;
  readonly #names: Names;
  readonly #stops: (() => void)[];
  /** Registers that this device has in no dump although the table has them, since the port was opened. */
  readonly #unreported = new Set<Part>();
  /** The newest of each key, written or reported since the port was opened. */
  readonly #known = new Map<Key, KeyValue>();
  readonly #reported = new Map<Key, KeyValue>();
  #read: CompleteRead | undefined;
  #isWhole = false;
  #isAskedAgain = false;
  #nextReadMs = 0;
  #heardMs = 0;
  #isSilent = false;
  #ticks = 0;
  #firmware = '';

  constructor(parts: SysexParts) {
    const { table, timers, open } = parts;
    this.#parts = parts;
    this.#registers = new Registers(table);
    this.parameters = this.#registers.parameters;
    this.inputs = this.#registers.inputs;
    this.outputs = this.#registers.outputs;
    this.playbacks = this.#registers.playbacks;
    this.#names = new Names(this.#registers);
    this.#mix = new MixLevels(this.#registers, (key) => this.#known.get(key));
    this.#link = new Link(open, timers, {
      opened: () => this.#opened(),
      message: (message) => this.#take(message),
      broken: () => this.refresh(),
      lost: (reason) => {
        this.#read = undefined;
        parts.events.lost(reason);
      },
    });
    const { tick } = table;
    this.#stops = [
      timers.every(lookEveryMs, () => this.#look()),
      ...(tick ? [timers.every(tick.everyMs, () => this.#tick(Number(tick.register), tick.values))] : []),
    ];
  }

  write(key: Key, value: KeyValue): void {
    const [side, channel, field] = key.split('/');
    const parameter = this.parameters.get(key);
    if (parameter === undefined) throw new Error(`the ${this.#parts.table.name} has no ${key}`);
    if (side === 'mix') this.#writeMix(key, value);
    else if (field === 'label')
      this.#send(this.#registers.nameOf(side as 'input' | 'output', Number(channel), String(value)));
    else {
      checkValue(parameter, value);
      if (field === 'loopback') this.#link.send(loopback(Number(channel), value === true));
      else this.#writeRegister(key, value);
    }
  }

  refresh(): void {
    if (this.#read) this.#isAskedAgain = true;
    else this.#nextReadMs = Math.min(this.#nextReadMs, this.#parts.timers.nowMs() + betweenReadsMs);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#link.close();
  }

  #writeRegister(key: Key, value: KeyValue): void {
    const written = this.#registers.encode(key, value);
    if (written === undefined) return;
    const twin = this.#registers.twinOf(key);
    this.#known.set(key, value);
    this.#send([written, ...(twin === undefined ? [] : [{ register: twin, value: written.value }])]);
    if (/^output\/\d+\/stereo$/.test(key)) this.#send(this.#mix.ofOutput(Number(key.split('/')[1])));
  }

  #writeMix(key: Key, value: KeyValue): void {
    const [, out = 0, source = 0] = key.split('/').map(Number);
    checkValue(this.parameters.get(key) ?? { isReadable: false }, value);
    if (this.#mix.isRightOfPair(out)) {
      throw new Error(`output ${out} is linked with ${out - 1}, whose level and pan have both sides`);
    }
    this.#known.set(key, value);
    const label = this.#registers.encode(key, value);
    this.#send([...this.#mix.of(out, source), ...(label ? [label] : [])]);
  }

  #opened(): void {
    const { timers, events, table, serial } = this.#parts;
    this.#unreported.clear();
    this.#names.clear();
    this.#known.clear();
    this.#reported.clear();
    this.#isWhole = false;
    this.#isSilent = false;
    this.#firmware = '';
    this.#heardMs = timers.nowMs();
    events.identified({ model: table.name, serial, firmware: '' });
    this.#beginRead();
  }

  #beginRead(): void {
    const { table, timers, events } = this.#parts;
    const ask = { register: Number(table.dump.register), value: Number(table.dump.value) };
    const expected = [...this.#registers.readable].filter((part) => !this.#unreported.has(part));
    this.#isAskedAgain = false;
    events.reading();
    this.#read = new CompleteRead(expected, timers.nowMs(), () => this.#send([ask]));
  }

  #endRead(): void {
    const { timers, events, readEveryMs } = this.#parts;
    for (const part of this.#read?.unreported ?? []) this.#unreported.add(part);
    this.#read = undefined;
    this.#isWhole = true;
    this.#nextReadMs = timers.nowMs() + (this.#isAskedAgain ? betweenReadsMs : readEveryMs);
    events.read();
  }

  #look(): void {
    if (!this.#link.isOpen) return;
    const nowMs = this.#parts.timers.nowMs();
    if (this.#read === undefined) {
      if (nowMs >= this.#nextReadMs) this.#beginRead();
      return;
    }
    if (!this.#isSilent && nowMs - this.#heardMs >= silentMs) {
      this.#isSilent = true;
      this.#parts.events.lost('the device does not answer');
    }
    if (this.#isSilent || nowMs - this.#heardMs < silentMs) {
      if (this.#read.look(nowMs)) this.#isSilent ? this.#beginRead() : this.#endRead();
    }
  }

  #take({ subId, words }: Message): void {
    if (subId !== subIds.registers) return;
    const { timers, events, table } = this.#parts;
    const nowMs = timers.nowMs();
    if (this.#isSilent) this.#answersAgain();
    this.#heardMs = nowMs;
    const values = new Map<Key, KeyValue>();
    let isAtEnd = false;
    for (const word of words) {
      const register = registerOf(word);
      if (register === undefined) this.refresh();
      else if (register.register === Number(table.dump.ends)) isAtEnd = true;
      else if (!this.#takeFirmware(register)) this.#takeRegister(register, values, nowMs);
    }
    if (values.size > 0) events.reported(values);
    if (isAtEnd && this.#read?.end(nowMs)) this.#endRead();
  }

  #takeRegister(register: RegisterValue, values: Map<Key, KeyValue>, nowMs: number): void {
    const decoded = this.#registers.decode(register);
    if (decoded === undefined) {
      const named = this.#names.take(register);
      if (named) values.set(named.key, named.name);
      return;
    }
    const { key, part, value } = decoded;
    this.#read?.note(part, nowMs);
    if (value === undefined) return;
    this.#unreported.delete(part);
    values.set(key, value);
    const before = this.#reported.get(key);
    this.#reported.set(key, value);
    this.#known.set(key, value);
    // Turned at the device: the gains that sound are the host's work.
    if (this.#isWhole && before !== value && key.startsWith('mix/')) {
      const [, out = 0, source = 0] = key.split('/').map(Number);
      if (!this.#mix.isRightOfPair(out)) this.#send(this.#mix.of(out, source));
    }
  }

  #takeFirmware({ register, value }: RegisterValue): boolean {
    const { table, events, serial } = this.#parts;
    if (table.firmware === undefined || register !== Number(table.firmware.register)) return false;
    const firmware = `DSP ${value >> table.firmware.shift}`;
    if (firmware !== this.#firmware) events.identified({ model: table.name, serial, firmware });
    this.#firmware = firmware;
    return true;
  }

  /** What it had before it fell silent is not known any more. */
  #answersAgain(): void {
    this.#isSilent = false;
    this.#isWhole = false;
    this.#reported.clear();
    this.#beginRead();
  }

  #tick(register: number, values: number): void {
    this.#send([{ register, value: this.#ticks++ % values }]);
  }

  /** Each in a message of its own, as the programs of the sources do. */
  #send(registers: readonly RegisterValue[]): void {
    for (const each of registers) this.#link.send({ subId: subIds.registers, words: [wordOf(each)] });
  }
}

/** Bits 0 to 6 are the output from 0, bit 7 is the switch. */
function loopback(output: number, isOn: boolean): Message {
  return { subId: subIds.loopback, words: [(output - 1) | (isOn ? 0x80 : 0)] };
}
