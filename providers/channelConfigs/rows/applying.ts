import { type Desk, type DeskReader, type Row, Type, task, view } from 'rowdesk/provider';
import type { MovesPlan, StripMoves } from '../../channel/index.ts';
import { type Layout, stripKinds } from '../../console/index.ts';
import { applyExtra, applyMoves, id } from '../contract.ts';
import type { KnownTemplates } from '../templates.ts';
import { templateAt } from './templates.ts';

/** A template on a strip: what it would change, and the change. */
export function applyingRows(layout: Layout, known: KnownTemplates, moves: StripMoves, desk: Desk): readonly Row[] {
  const places = {
    params: { id, kind: Type.Enum([...stripKinds]), index: Type.Integer({ minimum: 1, maximum: 256 }) },
    addresses: {
      has: (at: { readonly id: string; readonly kind: string; readonly index: number }) =>
        known.get(at.id) !== undefined && layout.has(at.kind, at.index),
      list: () => known.list.flatMap(({ id }) => layout.all().map((strip) => ({ id, ...strip }))),
    },
  };
  return [
    view('/channelConfigs/{id}/applyMoves/{kind}/{index}', {
      summary: 'What applying a template to a strip would change now',
      ...places,
      fields: applyMoves,
      continuous: true,
      get: ({ id, ...strip }, reading) => {
        const plan = moves.plan({ strips: [strip], moves: templateAt(known, id).moves, actor: '' });
        // What it was planned from; the lock decides too.
        for (const path of ['/console', ...plan.reads]) dependOn(path, reading);
        return shown(plan);
      },
    }),
    task('/channelConfigs/{id}/apply/{kind}/{index}', {
      summary: 'Applies a template to a strip, in one commit; says what would change unless confirm is true',
      ...places,
      extra: applyExtra,
      run: async ({ id, ...strip }, { confirm }, { actor, progress }) => {
        const template = templateAt(known, id);
        const plan = moves.plan({ strips: [strip], moves: template.moves, actor });
        if (plan.refusal !== undefined) throw plan.refusal;
        if (confirm !== true) return { preview: true, ...shown(plan) };
        const label = `${strip.kind.charAt(0).toUpperCase()}${strip.kind.slice(1)} ${strip.index} ${template.name}`;
        progress(0, plan.changes.length, 'writing');
        const { durable } = await desk.commit({ actor, label, changes: plan.changes, apart: true });
        progress(plan.changes.length, plan.changes.length, 'written');
        return { outcome: plan.leftOut.length > 0 ? 'in-part' : 'applied', ...shown(plan), durable };
      },
    }),
  ];
}

/** What is no setting, or can't be read, is among what is left out. */
function dependOn(path: string, reading: DeskReader): void {
  try {
    if (reading.has(path)) reading.read(path);
  } catch {}
}

function shown({ effect, leftOut }: MovesPlan) {
  return { changes: effect, leftOut: leftOut.map(({ row, field, reason }) => ({ row, field, reason })) };
}
