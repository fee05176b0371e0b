// Where on the page what a warning is about can be mended, by its row, else by its code.
import { kindAndIndex, stripOf } from '../desk/strip-path.ts';

const partOfGroup: Readonly<Record<string, string>> = {
  ...{ clock: 'clock', net: 'clock', patch: 'patch', patchbay: 'patch', directPath: 'patch' },
  ...{ stagebox: 'boxes', netaudio: 'boxes', hardware: 'boxes' },
  ...{ record: 'record', takes: 'takes', vsc: 'soundcheck' },
  ...{ cue: 'listen', talkback: 'listen', measurement: 'measure' },
  ...{ scenes: 'scenes', scene: 'scenes', sessions: 'sessions', history: 'history' },
};
const partOfCode: Readonly<Record<string, string>> = {
  ...{ 'no-device': 'boxes', 'stand-in': 'boxes', 'audio-silent': 'boxes', 'mixer-failed': 'boxes' },
  ...{ 'device-absent': 'boxes', 'device-failed': 'boxes', 'half-box': 'boxes' },
  ...{ 'joined-failed': 'boxes', 'joined-gaps': 'boxes', 'different-clock': 'clock', 'clock-lost': 'clock' },
};
/** With a view of each of their rows. */
const listed = ['boxes', 'takes'];

/** Segments of the address, `['show', 'boxes', 'usb-1']`; undefined where the page can not mend it. */
export function mendedAt(path: string, code: string): readonly string[] | undefined {
  const strip = stripOf(path);
  if (strip !== undefined) return ['strip', ...kindAndIndex(strip), ...partOfStrip(path)];
  const [, group = '', id = ''] = path.split('/');
  const part = partOfGroup[group] ?? partOfCode[code];
  if (part === undefined) return undefined;
  return listed.includes(part) && id !== '' ? ['show', part, decodeURIComponent(id)] : ['show', part];
}

function partOfStrip(path: string): readonly string[] {
  const processor = /\/chain\/processors\/(\w+)/.exec(path)?.[1];
  if (processor !== undefined) return [processor];
  return path.endsWith('/hrp') || path.includes('/hrp/') ? ['feedback'] : [];
}
