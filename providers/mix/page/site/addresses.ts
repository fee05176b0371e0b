// The addresses below an address, as the desk lists them.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, connection } from '../desk/client.ts';
import { rowOf } from '../desk/rows.ts';

export interface Address {
  readonly path: string;
  readonly isRow: boolean;
  readonly hasRowsBelow: boolean;
}

/** Asked again when the connection is back, and when a list of the row there gets longer or shorter. */
export function useAddresses(below: string): readonly Address[] {
  const found = useSignal<{ readonly below: string; readonly addresses: readonly Address[] } | undefined>(undefined);
  const lengths = Object.values(rowOf(below).value.row).map((value) => (Array.isArray(value) ? value.length : ''));
  const { state } = connection.value;
  useEffect(() => {
    let isOver = false;
    addressesBelow(below).then(
      (addresses) => {
        if (!isOver) found.value = { below, addresses };
      },
      // The desk is away: what it said last stays, and the page says that it is away.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [below, state, lengths.join()]);
  return found.value?.below === below ? found.value.addresses : [];
}

async function addressesBelow(below: string): Promise<readonly Address[]> {
  const answer = await client.requests.ask('', {}, `?${new URLSearchParams({ begin: `${below}/` })}`);
  const { addresses = [] } = JSON.parse(await answer.text()) as { readonly addresses?: readonly string[] };
  const listed = new Set(addresses);
  return [...new Set(addresses.map((each) => each.replace(/\/$/, '')))].map((path) => {
    return { path, isRow: listed.has(path), hasRowsBelow: listed.has(`${path}/`) };
  });
}
