import { follow, type Row, view } from 'rowdesk/provider';
import { root as fields } from '../contract.ts';
import { rootPath } from '../paths.ts';
import type { TotalMix } from '../total-mix.ts';

/** What the group has: the TotalMix device, there or not. */
export function rootRow(totalMix: TotalMix): Row {
  return view('/vendorA', {
    summary: 'The devices of the vendor, each with rows of its own',
    fields,
    get: () => {
      const { reason, state } = totalMix;
      return { items: [{ id: rootPath.slice('/vendorA/'.length), present: reason === '', state }] };
    },
    watch: follow(totalMix),
  });
}
