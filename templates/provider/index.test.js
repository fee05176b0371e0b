import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestHost } from 'rowdesk/testing';
import provider from './index.js';

let desk;
before(async () => {
  desk = await startTestHost({ providers: [provider] });
});
after(() => desk.close());

test('the lamp is lit as soon as it is bright, and whoever watches sees it', async () => {
  const watched = await desk.watch('/exemplar');
  assert.deepEqual((await watched.next()).row, { brightnessPercent: 0, colour: 'white', lit: false });
  assert.equal((await desk.patch('/exemplar', { brightnessPercent: 40.5 })).status, 200);
  assert.equal((await watched.next()).row.lit, true);
  watched.close();
});

test('what is out of range or off step is refused, and changes nothing', async () => {
  const { body: before } = await desk.get('/exemplar');
  for (const brightnessPercent of [101, 0.25]) {
    assert.equal((await desk.patch('/exemplar', { brightnessPercent, colour: 'blue' })).status, 422);
  }
  assert.deepEqual((await desk.get('/exemplar')).body, before);
});

test('the page is served with all of its files', async () => {
  const page = await fetch(new URL('/exemplar', desk.url));
  assert.equal(page.status, 200);
  for (const [, file] of (await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
    assert.equal((await fetch(new URL(file, desk.url))).status, 200);
  }
});
