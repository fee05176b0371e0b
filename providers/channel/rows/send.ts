import { type Drivers, type Row, setting } from 'rowdesk/provider';
import { kindLabels, type Layout, MixerRow } from '../../console/index.ts';
import { params, send } from '../contract.ts';
import type { Links } from '../links.ts';
import { isSend, type SendAt, sendsOf } from '../sends.ts';
import { belowStrips } from '../strips.ts';
import { busOf } from '../writers.ts';

const template = '/channel/{kind}/{index}/sends/{busKind}/{busIndex}';
/** Its fields, all of the mixer. */
const fields = ['levelDb', 'on', 'pan', 'tapPoint'] as const;

/** What a strip gives to a bus. */
export function sendRow(layout: Layout, links: Links, drivers: Drivers): Row {
  const mixer = new MixerRow(drivers, template);
  const { kind, index } = params;
  return setting(template, {
    writers: { levelDb: 'bus', on: 'bus', pan: 'bus', tapPoint: 'mix' },
    // What a strip gives to a bus is of that bus.
    busOf: ({ busKind, busIndex }) => busOf({ kind: busKind, index: busIndex }),
    summary: 'What a strip gives to a bus: a mix (monitors), an fxSend (effects), a matrix or a main',
    labels: { ...kindLabels, sends: 'send to' },
    params: { kind, index, busKind: kind, busIndex: index },
    addresses: belowStrips<SendAt>(
      layout,
      (ref) => sendsOf(ref, layout),
      (at) => isSend(at) && layout.has(at.busKind, at.busIndex),
    ),
    fields: send(mixer),
    writable: fields,
    ...mixer.limits(fields),
    implies: links.ofSend,
    target: 'mixer',
    area: 'sends',
  });
}
