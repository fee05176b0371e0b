import { expect, test } from 'vitest';
import { hardwareLinks, KnownLinks } from './links.ts';

const card = {
  client: 'rowdesk',
  captures: ['system:capture_1', 'system:capture_2'],
  playbacks: ['system:playback_1', 'system:playback_2', 'system:playback_3'],
};

test('what the card captures goes to the first inputs, and the first outputs go to what it plays', () => {
  expect(hardwareLinks(card, { inputs: 32, outputs: 2 })).toEqual([
    { from: 'system:capture_1', to: 'rowdesk:in_1' },
    { from: 'system:capture_2', to: 'rowdesk:in_2' },
    { from: 'rowdesk:out_1', to: 'system:playback_1' },
    { from: 'rowdesk:out_2', to: 'system:playback_2' },
  ]);
});

test('a server without a card has no links', () => {
  expect(hardwareLinks({ client: 'rowdesk', captures: [], playbacks: [] }, { inputs: 8, outputs: 8 })).toEqual([]);
});

test('the next connection gets the links of the last one, under the name that it got', () => {
  let nowMs = 0;
  const links = new KnownLinks(() => nowMs);
  expect(links.isKnown).toBe(false);
  links.begin('rowdesk', []);
  expect(links.isKnown).toBe(true);
  const input = { what: 'links', isInput: true } as const;
  links.take({ ...input, channel: 1, others: ['system:capture_1'] });
  links.take({ ...input, channel: 2, others: ['system:capture_2'] });
  links.take({ ...input, channel: 1, others: ['player:left', 'rowdesk:out_5'] });
  links.take({ what: 'links', isInput: false, channel: 1, others: ['system:playback_1'] });
  nowMs = 1000;
  links.take({ ...input, channel: 2, others: [] });
  nowMs = 2000;
  links.end();
  expect(links.as('rowdesk-01')).toEqual([
    { from: 'player:left', to: 'rowdesk-01:in_1' },
    { from: 'rowdesk-01:out_5', to: 'rowdesk-01:in_1' },
    { from: 'rowdesk-01:out_1', to: 'system:playback_1' },
  ]);
  links.begin('rowdesk-01', []);
  expect(links.as('rowdesk')).toEqual([]);
});

test('what a server ends with itself is a link of the next connection, and so is what was made shortly before', () => {
  let nowMs = 0;
  const links = new KnownLinks(() => nowMs);
  links.begin('rowdesk', []);
  const output = { what: 'links', isInput: false, channel: 1 } as const;
  links.take({ ...output, others: ['system:playback_1'] });
  links.take({ ...output, others: ['system:playback_1', 'system:playback_2'] });
  nowMs = 10_000;
  links.take({ ...output, others: ['system:playback_2'] });
  links.take({ ...output, others: [] });
  links.take({ ...output, channel: 2, others: ['player:in'] });
  nowMs += 100;
  links.end();
  expect(links.as('rowdesk')).toEqual([
    { from: 'rowdesk:out_1', to: 'system:playback_1' },
    { from: 'rowdesk:out_1', to: 'system:playback_2' },
    { from: 'rowdesk:out_2', to: 'player:in' },
  ]);
});

test('links that are asked for are known until they were there, however slow the server is, also when it ends before', () => {
  let nowMs = 0;
  const links = new KnownLinks(() => nowMs);
  const wanted = [
    { from: 'system:capture_1', to: 'rowdesk:in_1' },
    { from: 'rowdesk:out_1', to: 'system:playback_1' },
    { from: 'rowdesk:out_1', to: 'player:in' },
    { from: 'rowdesk:out_5', to: 'rowdesk:in_7' },
  ];
  const known = () => links.as('rowdesk').map(({ from, to }) => `${from} -> ${to}`);
  const all = wanted.map(({ from, to }) => `${from} -> ${to}`);
  links.begin('rowdesk', wanted);
  links.end();
  expect([...new Set(known())].sort()).toEqual([...all].sort());
  links.begin('rowdesk', wanted);
  nowMs = 100;
  links.take({ what: 'links', isInput: false, channel: 1, others: ['player:in'] });
  links.end();
  expect([...new Set(known())].sort()).toEqual([...all].sort());
  links.begin('rowdesk', wanted);
  nowMs = 2000;
  links.take({ what: 'links', isInput: false, channel: 1, others: ['player:in'] });
  nowMs = 4000;
  links.end();
  expect(new Set(known())).toEqual(new Set(all));
  links.begin('rowdesk', wanted);
  links.take({ what: 'links', isInput: false, channel: 1, others: ['system:playback_1', 'player:in'] });
  nowMs = 6000;
  links.take({ what: 'links', isInput: false, channel: 1, others: ['player:in'] });
  nowMs = 8000;
  links.end();
  expect(new Set(known())).toEqual(new Set(all.filter((link) => !link.includes('playback_1'))));
});
