// The states of plugins that a session and its scenes name, as a file carries them.
import { Refusal } from 'rowdesk/provider';
import { type PluginStates, pluginState } from '../plugins/index.ts';
import type { ContentRow } from '../scenes/index.ts';

/** By their names, in base64. */
export type CarriedStates = Readonly<Record<string, string>>;

/** Those that these rows name and that are kept, the smallest first: all that fit into so many bytes of a file. */
export function carriedStates(states: PluginStates, rows: readonly ContentRow[], mostBytes: number): CarriedStates {
  const ids = new Set(rows.flatMap(({ fields }) => (fields[pluginState] ? [String(fields[pluginState])] : [])));
  const carried: Record<string, string> = {};
  let bytes = 0;
  const texts = [...ids].flatMap((id) => {
    const state = states.read(id);
    return state === undefined ? [] : [{ id, text: state.toString('base64') }];
  });
  for (const { id, text } of texts.sort((a, b) => a.text.length - b.text.length)) {
    bytes += text.length + id.length + 8;
    if (bytes > mostBytes) break;
    carried[id] = text;
  }
  return carried;
}

/** Throws refusal `invalid-fields` for a state that is not what its name says. */
export function storeStates(states: PluginStates, carried: CarriedStates): void {
  const found = Object.entries(carried).map(([id, text]) => ({ id, state: Buffer.from(text, 'base64') }));
  const errors = found.flatMap(({ id, state }) => {
    if (states.isOf(id, state)) return [];
    const field = `file/pluginStates/${id}`;
    return {
      field,
      code: 'not-an-option' as const,
      message: `${field}: it is another state than this name says.`,
      params: { id },
    };
  });
  if (errors[0] !== undefined) throw new Refusal('invalid-fields', errors[0].message, {}, errors);
  for (const { state } of found) states.write(state);
}
