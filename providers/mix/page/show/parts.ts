// The parts of the show in their groups; a group is a tab, its parts are a second line of tabs.

export interface PartPlace {
  readonly id: string;
  /** Without this row the desk has no such part. */
  readonly row: string;
}

export interface PartGroup {
  readonly id: 'scenes' | 'patch' | 'record' | 'tools' | 'desk';
  readonly parts: readonly PartPlace[];
}

export const groups: readonly PartGroup[] = [
  {
    id: 'scenes',
    parts: [
      { id: 'scenes', row: '/scenes' },
      { id: 'history', row: '/history' },
      { id: 'sessions', row: '/sessions' },
    ],
  },
  {
    id: 'patch',
    parts: [
      { id: 'patch', row: '/patch' },
      { id: 'names', row: '/channel' },
      { id: 'boxes', row: '/stagebox' },
    ],
  },
  {
    id: 'record',
    parts: [
      { id: 'record', row: '/record' },
      { id: 'takes', row: '/takes' },
      { id: 'soundcheck', row: '/vsc' },
    ],
  },
  {
    id: 'tools',
    parts: [
      { id: 'listen', row: '/cue' },
      { id: 'gain', row: '/measurement/gain' },
      { id: 'measure', row: '/measurement' },
    ],
  },
  {
    id: 'desk',
    parts: [
      { id: 'warnings', row: '/warnings' },
      { id: 'clock', row: '/clock' },
      { id: 'backup', row: '/backup' },
      { id: 'plugins', row: '/plugins' },
      { id: 'network', row: '/netaudio' },
      { id: 'surfaces', row: '/surface' },
      { id: 'packages', row: '/hardware' },
      { id: 'log', row: '/log' },
      { id: 'about', row: '/console' },
      { id: 'rows', row: '/console' },
    ],
  },
];

/** The groups whose rows are there, or may be. */
export function groupsOf(mayBeThere: (row: string) => boolean): readonly PartGroup[] {
  return groups
    .map(({ id, parts }) => ({ id, parts: parts.filter(({ row }) => mayBeThere(row)) }))
    .filter(({ parts }) => parts.length > 0);
}
