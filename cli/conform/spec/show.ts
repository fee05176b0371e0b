import { anything, flag, integer, list, listOf, number, oneOf, optional, orNull, record, text } from '../shape.ts';
import { ro, row, rw, type SpecRow, task } from '../spec-row.ts';

const stripRef = record({ index: integer, kind: text });
const targets = { allMutesInputs: flag, mains: listOf(stripRef) };

/** 2.5 */
export const safety: readonly SpecRow[] = [
  row('2.5', '/safety', {
    muteGroups: ro(listOf(record({ id: text, members: listOf(stripRef) }))),
    panic: ro(record(targets)),
    spares: ro(list),
  }),
  row('2.5', '/safety/loop', { loop: ro(orNull(anything)) }),
  row('2.5', '/safety/panic', { scope: rw(orNull(oneOf('mains', 'all'))) }),
  row('2.5', '/safety/panic/targets', { allMutesInputs: ro(targets.allMutesInputs), mains: ro(targets.mains) }),
  row('2.5', '/safety/spares/{kind}/{index}'),
];

const families = [
  'guitar',
  'wind',
  'brass',
  'playback',
  'vocals',
  'bass',
  'percussion',
  'strings',
  'keys',
  'drums',
] as const;
const template = record({ family: oneOf(...families), id: text, name: text, nameKey: text });

/** 2.6 */
export const channelConfigs: readonly SpecRow[] = [
  row('2.6', '/channelConfigs', { items: ro(listOf(template, 'name')) }),
  row('2.6', '/channelConfigs/{id}'),
  task('2.6', '/channelConfigs/{id}/apply/{kind}/{index}', 'confirm'),
  row('2.6', '/channelConfigs/{id}/applyMoves/{kind}/{index}'),
];

/** 2.7 */
export const history: readonly SpecRow[] = [
  row('2.7', '/history', { bound: ro(number), entries: ro(list), undone: ro(number) }),
  row('2.7', '/history/cursor', {
    canRedo: ro(flag),
    canUndo: ro(flag),
    depth: ro(number),
    redoDepth: ro(number),
    redoId: ro(optional(anything)),
    redoLabel: ro(optional(anything)),
    undoId: ro(optional(anything)),
    undoLabel: ro(optional(anything)),
  }),
  task('2.7', '/history/cursor/redo', 'override'),
  task('2.7', '/history/cursor/undo', 'override'),
  row('2.7', '/history/entries/{id}'),
  task('2.7', '/history/entries/{id}/revert', 'override'),
];

/** 2.10 */
export const sessionsAndScenes: readonly SpecRow[] = [
  row('2.10', '/sessions', { items: ro(list) }),
  row('2.10', '/sessions/{id}'),
  task('2.9', '/sessions/{id}/apply'),
  row('2.9', '/sessions/{id}/applyKeeps'),
  row('2.10', '/scenes', { items: ro(list) }),
  row('2.10', '/scenes/{id}'),
  task('2.9', '/scenes/{id}/recall'),
  row('2.9', '/scenes/{id}/recallKeeps'),
];

/** The fields of a row that are there only together with what they name (2.7): by the flag that says so. */
export const onlyWhere: Readonly<Record<string, readonly string[]>> = {
  canUndo: ['undoId', 'undoLabel'],
  canRedo: ['redoId', 'redoLabel'],
};
