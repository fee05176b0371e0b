import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadAddon } from './addon.ts';

const packages = new URL('../../../', import.meta.url);

test('a native part that is not built names the command that builds it, which an installed rowdesk has too', () => {
  const place = {
    module: 'file:///nowhere/dist/index.js',
    driver: 'the PipeWire I/O driver',
    headers: 'libspa-0.2-dev',
  };
  const load = () => loadAddon({ ...place, name: 'pipewire_io' });
  expect(load).toThrow(/^The native part of the PipeWire I\/O driver can't be loaded: /);
  expect(load).toThrow('libspa-0.2-dev python3 make g++, then rowdesk drivers build pipewire-io');
  expect(existsSync(new URL('pipewire-io/package.json', packages))).toBe(true);
});
