import { MemoryStore, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const providers = ['console', 'channel', 'clipboard'];
const strip = (kind: string, index: number) => ({ kind, index });
const input1 = '/channel/input/1';
const input5 = '/channel/input/5';

let store: MemoryStore;
let desk: TestHost;
beforeEach(async () => {
  store = new MemoryStore();
  desk = await startTestHost({ strips: 'all', providers, store });
});
afterEach(() => desk.close());

const row = async (path: string) => (await desk.get(path)).body;
const write = async (path: string, body: object) => {
  const answer = await desk.patch(path, body);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body;
};
const copy = (body: object, slot = 1) => write(`/clipboard/${slot}`, body);
const paste = async (body: object, slot = 1) => {
  let task = await write(`/clipboard/${slot}/paste`, { running: true, ...body });
  while (task.running) task = await row(`/clipboard/${slot}/paste`);
  return task.report;
};
const refused = async (body: object, slot = 1) =>
  (await desk.patch(`/clipboard/${slot}/paste`, { running: true, ...body })).body;

/** Input 1 as nobody begins with. */
async function prepare() {
  await write(input1, { name: 'Ann', levelDb: -6, pan: 20, trimDb: 3, sourceId: 'virtual-32x16:in-1', dcas: [2] });
  await write(`${input1}/chain/processors/hpf`, { enabled: true });
  await write(`${input1}/eq/bands/2`, { gainDb: -4.5, frequencyHz: 315 });
  await write(`${input1}/sends/mix/3`, { levelDb: -9, tapPoint: 'Pre-Fader' });
}

describe('copying', () => {
  test('takes all of a strip as it is at that moment, defaults too', async () => {
    await prepare();
    const { from, areas, content } = await copy({ from: strip('input', 1) });
    expect([from, areas]).toEqual([strip('input', 1), []]);
    expect(content).toContainEqual({ row: '', field: 'levelDb', value: -6, area: 'fader' });
    expect(content).toContainEqual({
      row: 'chain/processors/eq/values',
      field: 'band2GainDb',
      value: -4.5,
      area: 'eq',
    });
    expect(content).toContainEqual({ row: 'sends/mix/3', field: 'tapPoint', value: 'Pre-Fader', area: 'sends' });
    expect(content).toContainEqual({ row: 'sends/mix/4', field: 'levelDb', value: -144, area: 'sends' });
    expect(content).toContainEqual({ row: '', field: 'sourceId', value: 'virtual-32x16:in-1', area: 'patch' });
    expect(content.some(({ field }: { field: string }) => field === 'soloed')).toBe(false);
    const [first, second] = (await row('/clipboard')).slots;
    expect(first).toMatchObject({ slot: 1, from: strip('input', 1), fields: content.length });
    expect(first.areas).toContain('sends');
    expect(second).toEqual({ slot: 2, from: null, areas: [], fields: 0 });
    await write(input1, { levelDb: 0 });
    expect((await row('/clipboard/1')).content).toEqual(content);
  });

  test('again takes it as it is then', async () => {
    await prepare();
    await copy({ from: strip('input', 1), areas: ['fader'] });
    await write(input1, { levelDb: -3 });
    const { content } = await copy({ from: strip('input', 1) });
    expect(content).toEqual([{ row: '', field: 'levelDb', value: -3, area: 'fader' }]);
    expect((await copy({ areas: ['pan'] })).content).toEqual([{ row: '', field: 'pan', value: 20, area: 'pan' }]);
    expect(await copy({ from: null })).toEqual({ from: null, areas: ['pan'], content: [] });
  });

  test('is of areas that strips have, and of strips that there are', async () => {
    const { fields } = await desk.options('/clipboard/1');
    const { items } = fields.areas as unknown as { readonly items: { readonly enum: readonly string[] } };
    const { enum: options } = items;
    for (const area of ['name', 'fader', 'eq', 'comp', 'effect', 'sends', 'patch', 'routing', 'speakerAlign', 'hrp'])
      expect(options).toContain(area);
    expect(options).not.toContain('tempo');
    const errors = async (body: object) => (await desk.patch('/clipboard/1', body)).body.errors[0];
    expect(await errors({ areas: ['tempo'] })).toMatchObject({ code: 'not-an-option' });
    expect((await errors({ from: strip('input', 33) })).field).toMatch(/^from/);
    expect((await desk.get('/clipboard/9')).status).toBe(404);
  });

  test('is in no history, and is kept over a restart', async () => {
    await prepare();
    const entries = desk.host.desk.history.entries.length;
    const before = await copy({ from: strip('input', 1), areas: ['eq'] });
    expect(desk.host.desk.history.entries.length).toBe(entries);
    await desk.close();
    desk = await startTestHost({ strips: 'all', providers, store: new MemoryStore(store.contents()) });
    expect(await row('/clipboard/1')).toEqual(before);
  });
});

describe('pasting', () => {
  test('makes the targets alike in one commit and one entry; what they hear stays theirs', async () => {
    await prepare();
    await write(input5, { sourceId: 'virtual-32x16:in-5' });
    await copy({ from: strip('input', 1) });
    const { revision, history } = desk.host.desk;
    const entries = history.entries.length;
    const report = await paste({ targets: [strip('input', 5), strip('input', 6)] });
    expect(report).toMatchObject({ outcome: 'applied', leftOut: [], durable: true });
    expect(report.areas).not.toContain('patch');
    expect(report.changed.map(({ strip }: { strip: string }) => strip)).toEqual([input5, '/channel/input/6']);
    expect(desk.host.desk.revision).toBe(revision + 1);
    expect(history.entries.slice(entries).map(({ label }) => label)).toEqual(['Pasted input 1 to 2 strips']);
    expect(await row(input5)).toMatchObject({ name: 'Ann', levelDb: -6, pan: 20, dcas: [2], muted: false });
    expect((await row(input5)).sourceId).toBe('virtual-32x16:in-5');
    expect(await row(`${input5}/eq/bands/2`)).toEqual(await row(`${input1}/eq/bands/2`));
    expect(await row('/channel/input/6/sends/mix/3')).toEqual(await row(`${input1}/sends/mix/3`));
  });

  test('all areas onto a strip of the same kind makes the two hold the same', async () => {
    const held = async (of: object) => (await copy({ from: of }, 8)).content;
    for (const kind of [
      'input',
      'aux',
      'fxReturn',
      'mix',
      'matrix',
      'main',
      'fxSend',
      'dca',
      'muteGroup',
      'mixMinus',
    ]) {
      const { fields } = await desk.options(`/channel/${kind}/2`);
      const body = { name: kind, levelDb: -6, pan: 20, trimDb: -3, dcas: [2], muteGroups: [1], muted: true };
      const own = Object.entries(body).filter(([field]) => fields[field] !== undefined);
      await write(`/channel/${kind}/2`, Object.fromEntries(own));
      for (const path of desk.host.rows.expand(`/channel/${kind}/2/chain/processors/*`, 16))
        await write(path, { enabled: true });
      for (const path of desk.host.rows.expand(`/channel/${kind}/2/sends/*/*`, 64))
        await write(path, { levelDb: -7.5 });
      const content = await held(strip(kind, 2));
      const areas = [...new Set(content.map(({ area }: { area: string }) => area))];
      expect(await held(strip(kind, 1)), kind).not.toEqual(content);
      await copy({ from: strip(kind, 2), areas: [] });
      expect(await paste({ targets: [strip(kind, 1)], areas }), kind).toMatchObject({
        outcome: 'applied',
        leftOut: [],
      });
      expect(await held(strip(kind, 1)), kind).toEqual(content);
    }
  });

  test('twice is two entries of the history, however fast', async () => {
    for (const pan of [20, 40]) {
      await write(input1, { pan });
      await copy({ from: strip('input', 1), areas: ['pan'] });
      await paste({ targets: [strip('input', 5)] });
    }
    const { entries } = desk.host.desk.history;
    expect(entries.filter(({ label }) => label === 'Pasted input 1 to input 5').length).toBe(2);
  });

  test('takes the areas that are named only, the patch when it is one of them', async () => {
    await prepare();
    await copy({ from: strip('input', 1) });
    await paste({ targets: [strip('input', 5)], areas: ['patch', 'pan'] });
    expect(await row(input5)).toMatchObject({ name: '', levelDb: -144, pan: 20, sourceId: 'virtual-32x16:in-1' });
  });

  test('onto a strip of a pair is onto both, and a pair is made only where link is named', async () => {
    await prepare();
    await write(input1, { stereoLink: true });
    await copy({ from: strip('input', 1) });
    await paste({ targets: [strip('input', 5)] });
    expect((await row(input5)).stereoLink).toBe(false);
    expect((await row('/channel/input/6')).levelDb).toBe(-144);
    await paste({ targets: [strip('input', 5)], areas: ['link'] });
    expect((await row('/channel/input/6')).levelDb).toBe(-6);
    await copy({ from: strip('input', 9), areas: ['fader'] });
    const report = await paste({ targets: [strip('input', 6)] });
    expect(report.changed.map(({ strip }: { strip: string }) => strip)).toEqual(['/channel/input/6', input5]);
    expect((await row(input5)).levelDb).toBe(-144);
  });

  test('mutes the target in the same commit, whatever the slot says', async () => {
    await prepare();
    await copy({ from: strip('input', 1) });
    const { revision } = desk.host.desk;
    await paste({ targets: [strip('input', 5)], muteTarget: true });
    expect(await row(input5)).toMatchObject({ levelDb: -6, muted: true });
    expect(desk.host.desk.revision).toBe(revision + 1);
    await copy({ from: strip('input', 1), areas: ['pan'] });
    await paste({ targets: [strip('input', 6)], muteTarget: true });
    expect(await row('/channel/input/6')).toMatchObject({ levelDb: -144, pan: 20, muted: true });
  });

  test('onto another kind leaves out what that has not, each with the targets that have it not', async () => {
    await prepare();
    await copy({ from: strip('input', 1) });
    const targets = [strip('main', 1), strip('dca', 1), strip('aux', 1)];
    const report = await paste({ targets });
    expect(report.outcome).toBe('in-part');
    const of = (row: string, field: string) =>
      report.leftOut.find((item: { row: string; field: string }) => item.row === row && item.field === field)?.strips;
    expect(of('chain/processors/gate', 'enabled')).toEqual([strip('main', 1), strip('dca', 1)]);
    expect(of('sends/mix/3', 'levelDb')).toEqual([strip('main', 1), strip('dca', 1)]);
    expect(of('', 'pan')).toEqual([strip('dca', 1)]);
    expect(of('', 'levelDb')).toBeUndefined();
    expect((await row('/channel/main/1/eq/bands/2')).gainDb).toBe(-4.5);
    expect(await row('/channel/dca/1')).toMatchObject({ name: 'Ann', levelDb: -6 });
    expect((await row('/channel/aux/1/sends/mix/3')).levelDb).toBe(-9);
  });

  test('brings another effect with all its values, those too that the one before had alike', async () => {
    const effect = (index: number) => `/channel/fxSend/${index}/chain/processors/effect`;
    await write(`${effect(1)}/values`, { lowCutHz: 120, decayS: 4 });
    await write(effect(2), { plugin: 'builtin:delay' });
    await write(`${effect(2)}/values`, { lowCutHz: 120 });
    await copy({ from: strip('fxSend', 1) });
    expect((await paste({ targets: [strip('fxSend', 2)] })).outcome).toBe('applied');
    expect(await row(effect(2))).toEqual(await row(effect(1)));
    expect(await row(`${effect(2)}/values`)).toEqual(await row(`${effect(1)}/values`));
  });

  test('is refused where there is nothing to paste, and the refusal stays in the row', async () => {
    const targets = [strip('input', 5)];
    expect(await refused({ targets })).toMatchObject({
      ...{ code: 'conflict', params: { reason: 'slot-empty' }, detail: 'Slot 1 is empty; copy a strip into it.' },
    });
    await copy({ from: strip('input', 1), areas: ['eq'] });
    expect(await refused({})).toMatchObject({ params: { reason: 'no-target' } });
    expect(await refused({ targets, areas: ['eq', 'comp'] })).toMatchObject({
      params: { reason: 'not-in-slot', areas: ['comp'], holds: ['eq'] },
      detail: 'Slot 1 holds eq, and not comp.',
    });
    expect((await row('/clipboard/1/paste')).refusal).toMatchObject({ status: 409, params: { reason: 'not-in-slot' } });
    expect(await refused({ targets: [strip('dca', 1)] })).toMatchObject({ params: { reason: 'nothing-fits' } });
    await write(`${input5}/eq/bands/1`, { gainDb: 3 });
    await write('/console', { locked: 'all' });
    expect(await refused({ targets })).toMatchObject({ status: 423, code: 'console-locked' });
  });

  test('what was brought from elsewhere can be pasted, and what does not fit is named', async () => {
    const content = [
      { row: '', field: 'levelDb', value: -12, area: 'fader' },
      { row: '', field: 'pan', value: 1000, area: 'pan' },
      { row: 'nowhere', field: 'x', value: 1, area: 'name' },
    ];
    await write('/clipboard/3/content', { content });
    const report = await paste({ targets: [strip('input', 5)] }, 3);
    expect((await row(input5)).levelDb).toBe(-12);
    expect(report.leftOut.map(({ row, field }: { row: string; field: string }) => [row, field])).toEqual([
      ['nowhere', 'x'],
      ['', 'pan'],
    ]);
  });
});

test('all of it works while the store can not be written', async () => {
  store.failWhen(() => true);
  const { status, headers } = await desk.patch('/clipboard/1', { from: strip('input', 1), areas: ['trim'] });
  expect([status, headers.get('rowdesk-durable')]).toEqual([200, 'no']);
  await desk.patch(input5, { trimDb: 6 });
  expect(await paste({ targets: [strip('input', 5)] })).toMatchObject({ outcome: 'applied', durable: false });
  expect((await row(input5)).trimDb).toBe(0);
});

test('starting it while it runs is refused', async () => {
  await write(input5, { trimDb: 6 });
  await copy({ from: strip('input', 1), areas: ['trim'] });
  store.pauseWrites();
  const start = { running: true, targets: [strip('input', 5)] };
  expect(await write('/clipboard/1/paste', start)).toMatchObject({ running: true, progress: { done: 0, total: 1 } });
  expect((await row(input5)).trimDb, 'it is heard before it is on the disk').toBe(0);
  expect(await refused(start)).toMatchObject({ status: 409, code: 'already-running' });
  store.resumeWrites();
  while ((await row('/clipboard/1/paste')).running) await row('/clipboard');
  expect(await row('/clipboard/1/paste')).toMatchObject({ progress: { done: 1, total: 1 }, report: { durable: true } });
});

test('the rows hold what rows must hold', async () => {
  for (const path of ['', '/1', '/8/content', '/1/paste']) await walkRow(desk, `/clipboard${path}`, quickWalk);
});
