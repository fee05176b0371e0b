// A session brings everything but phantom power that would come on: that is for a hand at the socket.
import { type AreaPlan, type ContentRow, type Desk, Refusal } from 'rowdesk/provider';
import type { WithheldRows } from '../scenes/index.ts';

/** What can be applied, and what waits to be asked for. */
export function withoutPhantomOn(content: readonly ContentRow[], desk: Desk): WithheldRows {
  const waiting: AreaPlan['blocked'][number][] = [];
  const rows = content.map((row) => {
    const { path, area, fields } = row;
    if (area !== 'phantom' || fields.phantom !== true || !desk.has(path) || desk.read(path).phantom === true)
      return row;
    waiting.push({ path, field: 'phantom', refusal: waitingAt(path) });
    const { phantom: _phantom, ...others } = fields;
    return { ...row, fields: others };
  });
  return { rows, waiting };
}

function waitingAt(path: string): Refusal {
  const remedy = `Switch it on there when nothing at the socket takes harm: PATCH ${path} {"phantom": true}`;
  return new Refusal('conflict', `Phantom power comes on with no session. ${remedy}.`, { reason: 'phantom-on', path });
}
