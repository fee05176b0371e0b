import { type Row, setting } from 'rowdesk/provider';
import { kindLabels, type Layout } from '../../console/index.ts';
import { params, send } from '../contract.ts';
import type { Links } from '../links.ts';
import { isSend, type SendAt, sendsOf } from '../sends.ts';
import { belowStrips } from '../strips.ts';

/** What a strip gives to a bus. */
export function sendRow(layout: Layout, links: Links): Row {
  const { kind, index } = params;
  return setting('/channel/{kind}/{index}/sends/{busKind}/{busIndex}', {
    summary: 'What a strip gives to a bus: a mix (monitors), an fxSend (effects), a matrix or a main',
    labels: { ...kindLabels, sends: 'send to' },
    params: { kind, index, busKind: kind, busIndex: index },
    addresses: belowStrips<SendAt>(
      layout,
      (ref) => sendsOf(ref, layout),
      (at) => isSend(at) && layout.has(at.busKind, at.busIndex),
    ),
    fields: send,
    writable: ['levelDb', 'on', 'pan', 'tapPoint'],
    implies: links.ofSend,
    target: 'mixer',
    area: 'sends',
  });
}
