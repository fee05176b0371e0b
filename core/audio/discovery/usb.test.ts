import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import { readUsb } from './usb.ts';
import { UsbWatch } from './usb-watch.ts';

let sysRoot: string;
beforeEach(() => {
  sysRoot = mkdtempSync(join(tmpdir(), 'rowdesk-sys-'));
});
afterEach(() => rmSync(sysRoot, { recursive: true }));

/** Plugs a device in, as the kernel shows it: files end with a line break. */
function plug(port: string, files: Readonly<Record<string, string>>, interfaceClasses: readonly string[]): void {
  const write = (name: string, file: string, text: string) => {
    const folder = join(sysRoot, 'bus/usb/devices', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  };
  for (const [file, text] of Object.entries(files)) write(port, file, text);
  for (const [number, text] of interfaceClasses.entries()) write(`${port}:1.${number}`, 'bInterfaceClass', text);
}

const s1608 = { idVendor: '0582', idProduct: '01a6', manufacturer: 'Roland', product: 'S-1608' };
const nobody = () => false;

test('a device with an interface for sound is found with what it says of itself', () => {
  plug('1-4.2', { ...s1608, serial: 'A1 77/ü' }, ['ff', '01']);
  expect(readUsb(sysRoot, nobody)).toEqual([
    {
      id: 'usb-0582:01a6-A1~2077~2f~c3~bc',
      transport: 'usb',
      modelId: '0582:01a6',
      model: 's-1608',
      label: 'S-1608',
      address: '1-4.2',
      vendor: 'Roland',
    },
  ]);
});

test('hubs and devices without sound are none, unless a driver claims them', () => {
  plug('usb1', { idVendor: '1d6b', idProduct: '0002', product: 'xHCI Host Controller' }, []);
  plug('1-1', { idVendor: '05e3', idProduct: '0608', product: 'Hub' }, ['09']);
  plug('1-2', { idVendor: '2a39', idProduct: '3fd4', product: 'Fireface UFX+' }, ['ff']);
  plug('1-3', { idVendor: 'nonsense', idProduct: '1' }, ['01']);
  expect(readUsb(sysRoot, nobody)).toEqual([]);
  expect(readUsb(sysRoot, (id) => id === '2a39:3fd4').map(({ id }) => id)).toEqual(['usb-2a39:3fd4']);
});

test('an interface belongs to the device of its port, not to one whose port begins alike', () => {
  plug('1-1', { idVendor: '1111', idProduct: '0001' }, ['03']);
  plug('1-11', { idVendor: '1111', idProduct: '0002' }, ['01']);
  expect(readUsb(sysRoot, nobody)).toMatchObject([{ id: 'usb-1111:0002', label: '1111:0002', model: '1111-0002' }]);
});

test('without serial numbers several of a kind differ by their ports', () => {
  plug('1-1', s1608, ['01']);
  expect(readUsb(sysRoot, nobody).map(({ id }) => id)).toEqual(['usb-0582:01a6']);
  plug('2-1.3', s1608, ['01']);
  expect(readUsb(sysRoot, nobody).map(({ id }) => id)).toEqual(['usb-0582:01a6-1-1', 'usb-0582:01a6-2-1.3']);
});

test('a computer without USB has none', () => {
  expect(readUsb(join(sysRoot, 'missing'), nobody)).toEqual([]);
});

test('what is plugged in or out is reported within 5 s, or at once after a scan', () => {
  const time = new FakeTime();
  let changes = 0;
  const watch = new UsbWatch({ sysRoot, time, isClaimed: nobody, changed: () => changes++ });
  plug('1-1', s1608, ['01']);
  expect(watch.devices).toEqual([]);
  time.advance(4999);
  watch.beat();
  expect(changes).toBe(0);
  time.advance(1);
  watch.beat();
  expect([changes, watch.devices.length]).toEqual([1, 1]);
  time.advance(5000);
  watch.beat();
  expect(changes).toBe(1);
  rmSync(join(sysRoot, 'bus/usb/devices/1-1'), { recursive: true });
  watch.look();
  expect([changes, watch.devices.length]).toEqual([2, 0]);
});
