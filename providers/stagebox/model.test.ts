import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { groupAt, readModels, socketCount } from './model.ts';

const good = {
  token: 'box',
  label: 'A box',
  transport: 'usb',
  inputs: [{ connector: 'xlr', count: 2, controls: ['phantom'] }],
  outputs: [],
};

/** Reads a folder that holds this one file. */
function reading(name: string, content: unknown): () => unknown {
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowdesk-models-'));
    try {
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
      return readModels(pathToFileURL(`${folder}/`));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

test('the models that are shipped are the two virtual stageboxes, with as many sockets as they are called after', () => {
  const models = readModels();
  expect([...models.keys()]).toEqual(['virtual-32x16', 'virtual-8x8']);
  for (const { token, inputs, outputs } of models.values()) {
    expect(token).toBe(`virtual-${socketCount(inputs)}x${socketCount(outputs)}`);
  }
});

test('a model file with a fault is named with what is wrong', () => {
  expect(reading('box.json', good)()).toEqual(new Map([['box', good]]));
  expect(reading('box.json', '{')).toThrow(/^models\/box\.json: /);
  expect(reading('box.json', { ...good, colour: 'red' })).toThrow(/^models\/box\.json: \/colour /);
  expect(reading('box.json', { ...good, transport: 'pigeon' })).toThrow(/^models\/box\.json: \/transport /);
  expect(reading('other.json', good)).toThrow('models/other.json: the token is box, name the file so');
  const rangeless = { ...good, inputs: [{ connector: 'xlr', count: 2, controls: ['sens'] }] };
  expect(reading('box.json', rangeless)).toThrow(/needs its range/);
});

test('sockets are counted through the groups', () => {
  const groups = [{ count: 2 }, { count: 3 }];
  expect([1, 2, 3, 5].map((socket) => groups.indexOf(groupAt(groups, socket) as { count: number }))).toEqual([
    0, 0, 1, 1,
  ]);
  expect(groupAt(groups, 6)).toBeUndefined();
  expect(groupAt(groups, 0)).toBeUndefined();
});
