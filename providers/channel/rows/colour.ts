import { type Row, view } from 'rowdesk/provider';
import { type Layout, stripPath } from '../../console/index.ts';
import { colour, params } from '../contract.ts';
import { stripAddresses } from '../strips.ts';

/** The strip's colour, to be looked at; it is written at the strip. */
export function colourRow(layout: Layout): Row {
  return view('/channel/{kind}/{index}/colour', {
    summary: 'The colour of a strip',
    params,
    addresses: stripAddresses(layout),
    fields: colour,
    get: (at, desk) => ({ colour: desk.read(stripPath(at)).colour as string }),
  });
}
