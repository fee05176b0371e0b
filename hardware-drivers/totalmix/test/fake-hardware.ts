// Hardware of a few keys, for tests of what stands above it.
import type { Hardware, HardwareEvents, Key, KeyValue, Parameter } from '../js/hardware.ts';

const level = { minimum: -64.9, maximum: 6, step: 0.1 };

export class FakeHardware implements Hardware {
  readonly parameters = new Map<Key, Parameter>([
    ['input/1/gainDb', { isReadable: true, minimum: 0, maximum: 75, step: 0.1 }],
    ['input/1/phantom', { isReadable: true }],
    ['input/1/label', { isReadable: false, longest: 11 }],
    ['input/1/referenceLevel', { isReadable: true, options: ['+13 dBu', '+19 dBu'] }],
    ['output/1/levelDb', { isReadable: true, ...level }],
    ['output/1/loopback', { isReadable: false }],
    ['mix/1/1/levelDb', { isReadable: true, ...level }],
    ['mix/1/1/pan', { isReadable: true, minimum: -100, maximum: 100, step: 1 }],
    ['mix/1/2/levelDb', { isReadable: false, ...level }],
    ['clockSource', { isReadable: true, options: ['Internal', 'AES'] }],
    ['sampleRateHz', { isReadable: true, isWritable: false }],
  ]);
  readonly inputs = [{ label: 'Mic 1', connector: 'combo' }];
  readonly outputs = [{ label: 'Line 1', connector: 'trs' }];
  readonly playbacks = 1;
  readonly values = new Map<Key, KeyValue>([
    ['input/1/gainDb', 20],
    ['input/1/phantom', false],
    ['input/1/referenceLevel', '+13 dBu'],
    ['output/1/levelDb', -10],
    ['mix/1/1/levelDb', -144],
    ['mix/1/1/pan', 0],
    ['clockSource', 'Internal'],
    ['sampleRateHz', 48_000],
  ]);
  readonly written: [Key, KeyValue][] = [];
  refreshes = 0;
  readonly events: HardwareEvents;
  /** A written value arrives at the device. */
  arrives = true;

  constructor(events: HardwareEvents) {
    this.events = events;
  }

  write(key: Key, value: KeyValue): void {
    if (key === 'input/1/gainDb' && (value as number) > 75) throw new Error('it takes 0 to 75');
    this.written.push([key, value]);
    if (this.arrives && this.parameters.get(key)?.isReadable) this.values.set(key, value);
  }

  refresh(): void {
    this.refreshes++;
  }

  close(): void {}

  /** A complete read, as the device has everything now. */
  readAll(): void {
    this.events.reading();
    this.events.reported(this.values);
    this.events.read();
  }

  turn(key: Key, value: KeyValue): void {
    this.values.set(key, value);
    this.events.reported(new Map([[key, value]]));
  }
}
