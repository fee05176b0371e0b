import { expect, test } from 'vitest';
import { readCards } from './cards.ts';
import type { Files } from './files.ts';
import { governorsOf, isRealTimeKernel, limitOf, readHost } from './host.ts';

const files = (texts: Record<string, string>, names: Record<string, string[]> = {}): Files => ({
  text: (path) => texts[path] ?? '',
  names: (folder) => names[folder] ?? [],
});

test('sound cards are read with what the kernel says of them', () => {
  const cards = readCards(
    files({
      '/proc/asound/cards': [
        ' 0 [PCH            ]: HDA-Intel - HDA Intel PCH',
        '                      HDA Intel PCH at 0xf7530000 irq 30',
        ' 1 [S1608          ]: USB-Audio - S-1608',
        '                      Roland S-1608 at usb-0000:00:14.0-1, high speed',
        '',
      ].join('\n'),
      '/proc/asound/card1/usbid': '0582:01a6\n',
    }),
  );
  expect(cards).toEqual([
    {
      number: 0,
      id: 'PCH',
      driver: 'HDA-Intel',
      label: 'HDA Intel PCH',
      detail: 'HDA Intel PCH at 0xf7530000 irq 30',
      usbId: '',
    },
    {
      number: 1,
      id: 'S1608',
      driver: 'USB-Audio',
      label: 'S-1608',
      detail: 'Roland S-1608 at usb-0000:00:14.0-1, high speed',
      usbId: '0582:01a6',
    },
  ]);
});

test('a computer without sound cards has none, whether or not the kernel has ALSA', () => {
  expect(readCards(files({}))).toEqual([]);
  expect(readCards(files({ '/proc/asound/cards': '--- no soundcards ---\n' }))).toEqual([]);
});

test('limits are the soft ones, and unlimited is null', () => {
  const limits = [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max locked memory         8388608              unlimited            bytes     ',
    'Max realtime priority     95                   99                   ',
    'Max file locks            unlimited            unlimited            locks     ',
  ].join('\n');
  expect(limitOf(limits, 'Max realtime priority')).toBe(95);
  expect(limitOf(limits, 'Max locked memory')).toBe(8388608);
  expect(limitOf(limits, 'Max file locks')).toBeNull();
  const { realTimePriorityLimit, lockedMemoryLimitMb } = readHost(files({ '/proc/self/limits': limits }));
  expect({ realTimePriorityLimit, lockedMemoryLimitMb }).toEqual({ realTimePriorityLimit: 95, lockedMemoryLimitMb: 8 });
});

test('each governor is named once, and a computer without frequency scaling has none', () => {
  const folder = '/sys/devices/system/cpu';
  const names = { [folder]: ['cpu0', 'cpu1', 'cpu2', 'cpufreq', 'online'] };
  const texts = {
    [`${folder}/cpu0/cpufreq/scaling_governor`]: 'schedutil\n',
    [`${folder}/cpu1/cpufreq/scaling_governor`]: 'performance\n',
    [`${folder}/cpu2/cpufreq/scaling_governor`]: 'schedutil\n',
  };
  expect(governorsOf(files(texts, names))).toEqual(['performance', 'schedutil']);
  expect(governorsOf(files({}, names))).toEqual([]);
});

test('a real-time kernel is one with PREEMPT_RT', () => {
  const kernel = (version: string) => isRealTimeKernel(files({ '/proc/version': version }));
  expect(kernel('Linux version 6.1.0-rt (gcc) #1 SMP PREEMPT_RT Debian')).toBe(true);
  expect(kernel('Linux version 6.1.0 (gcc) #1 SMP PREEMPT_DYNAMIC Debian')).toBe(false);
});
