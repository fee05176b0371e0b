#!/usr/bin/env node
// Stands for lv2-scan: what a bundle does is in the name of its folder. Lines in `order.log` beside them say what was opened.
import { appendFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const say = (message) => new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, resolve));
const bundles = process.argv.slice(2).filter((word) => word !== '--bundle' && word !== '--clap');

for (const [n, bundle] of bundles.entries()) {
  appendFileSync(join(dirname(bundle), 'order.log'), `${basename(bundle)}\n`);
  await say({ type: 'bundle', bundle });
  const name = basename(bundle).replace(/-?\d*\.(lv2|clap)$/, '');
  if (name === 'broken') process.kill(process.pid, 'SIGSEGV');
  // Another bundle before it broke the process.
  if (name === 'victim' && n > 0) process.kill(process.pid, 'SIGSEGV');
  if (name === 'silent') await new Promise(() => setInterval(() => {}, 1e6));
  if (name === 'quits') process.exit(0);
  if (name === 'faulty') {
    process.stderr.write('lilv is too old');
    process.exit(2);
  }
  if (bundle.endsWith('.clap')) {
    const legs = { inputs: [{ channels: 1, isMain: true }], outputs: [{ channels: 1, isMain: true }], parameters: [] };
    const facts = { name: `Test ${name}`, vendor: '', features: ['utility'], refused: '', hasState: true, ...legs };
    const refused = name === 'foreign' ? 'the file is none of CLAP 1' : '';
    if (refused === '') await say({ type: 'clap', uri: `clap:test.${basename(bundle, '.clap')}`, ...facts });
    await say({ type: 'end', bundle, messages: '', refused });
    continue;
  }
  if (name === 'endless') for (;;) await say({ type: 'plugin', text: 'x'.repeat(1 << 20) });
  process.stdout.write('A line of a library, "{ not JSON"\n');
  const ports = ['in', 'out'].map((symbol, index) => {
    const types = ['AudioPort', index === 0 ? 'InputPort' : 'OutputPort'];
    const flags = { isInput: index === 0, isOptional: false, isSideChain: false };
    const empty = {
      designation: '',
      properties: [],
      minimum: null,
      maximum: null,
      default: null,
      unit: null,
      points: [],
    };
    return { index, symbol, label: symbol, types, ...flags, ...empty };
  });
  if (name === 'gain' || name === 'hang' || name === 'bad' || name === 'slow' || name === 'victim') {
    const uri = `urn:test:${basename(bundle, '.lv2')}`;
    const facts = { name: `Test ${name}`, vendor: '', classes: [], library: '/test.so', requires: [] };
    await say({ type: 'plugin', uri, ...facts, hasState: false, latencyPort: -1, ports, properties: [] });
  }
  if (name === 'presets') {
    const plugins = ['urn:test:gain-1'];
    await say({ type: 'preset', uri: 'urn:test:loud', plugins, label: 'Loud', values: {}, hasState: true });
  }
  await say({ type: 'end', bundle, messages: name === 'torn' ? 'note\nerror: torn file\n' : '' });
}
