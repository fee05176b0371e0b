// What a package brings built counts where its stamp has the hash of the sources that are there, for this processor.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ToyProject } from './toy-project-fixture.mjs';

let project;
let state;
const folder = () => project.path('hardware-drivers/toy');
const module = 'hardware-drivers/toy/prebuilt/linux-x64/toy.node';

beforeEach(async () => {
  project = new ToyProject(['package.json']);
  project.write('hardware-drivers/toy/binding.gyp', '{ "targets": [{ "target_name": "toy", "sources": ["toy.cc"] }] }');
  project.write('hardware-drivers/toy/toy.cc', 'int toy;\n');
  project.write(module, 'machine code');
  state = await import(pathToFileURL(project.path('scripts/steps/native-state.mjs')).href);
  process.env.npm_config_arch = 'x64';
});
afterEach(() => {
  delete process.env.npm_config_arch;
  project.remove();
});

function stamp(arch) {
  const outputs = [[module, statSync(project.path(module)).size]];
  const place = `hardware-drivers/toy/prebuilt/linux-${arch}/${state.prebuiltStamp}`;
  project.write(place, JSON.stringify({ key: state.keyFor(folder(), arch), outputs }));
}
const is = () => state.stateOf(folder()).is;

test('without a stamp it is built, and with the stamp of these sources it is not', () => {
  expect(is()).toBe('stale');
  stamp('x64');
  expect(is()).toBe('built');
});

test('it is built where a source has changed, or the file is not there whole', () => {
  stamp('x64');
  writeFileSync(project.path('hardware-drivers/toy/toy.cc'), 'int another;\n');
  expect(is()).toBe('stale');
  stamp('x64');
  writeFileSync(project.path(module), 'half');
  expect(is()).toBe('stale');
  rmSync(project.path(module));
  expect(is()).toBe('stale');
});

test('it is built on a processor for which nothing is brought', () => {
  stamp('x64');
  process.env.npm_config_arch = 'riscv64';
  expect(is()).toBe('stale');
  process.env.npm_config_arch = 'arm64';
  project.write('hardware-drivers/toy/prebuilt/linux-arm64/built.json', '{"key": "of others", "outputs": []}');
  expect(is()).toBe('stale');
});
