// What an X32 calls status, preferences, show and actions.
import { alike, type Leaf, type NodeLines, node } from './lines.ts';

function of(kind: string, count: number, digits: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `${kind}/${String(n + 1).padStart(digits, '0')}`);
}

const inputStrips = [...of('/ch', 32, 2), ...of('/auxin', 8, 2)];
/** In the order of their ids. */
export const stripIds = [
  ...[...inputStrips, ...of('/fxrtn', 8, 2), ...of('/bus', 16, 2), ...of('/mtx', 6, 2)],
  ...['/main/st', '/main/m'],
];
/** In the order of their solo switches. */
const soloed = [...stripIds, ...of('/dca', 8, 1)];

export const status: readonly NodeLines[] = [
  node(
    '/-stat/solosw',
    soloed.map((strip, n): Leaf => [String(n + 1).padStart(2, '0'), 'switch', 'OFF', `{${strip}}/soloed`]),
  ),
  node('/-stat/talk', ['A', 'switch', 'OFF', '/talkback/1/on'], ['B', 'switch', 'OFF', '/talkback/2/on']),
  node('/-stat/osc', ['on', 'switch', 'OFF', '/console/oscillator/enabled']),
  node(
    '/-stat',
    ['solo', 'switch', 'OFF', '/cue/active', 'isAny'],
    ['selidx', 'socket', '0'],
    ...alike(['chfaderbank', 'grpfaderbank', 'bussendbank', 'eqband', 'keysolo'], 'small', '0'),
    ...alike(['sendsonfader', 'lock', 'remote', 'rtaeqpre', 'usbmounted'], 'switch', 'OFF'),
  ),
  node(
    '/-stat/tape',
    ['state', 'transport', '0', '/record/state', 'tapeState'],
    ['file', 'text', '', '/record/takeName'],
    ['etime', 'large', '0', '/record/elapsedS', 'seconds'],
    ['rtime', 'large', '0', '/record/remainingS', 'seconds'],
  ),
  node(
    '/-stat/urec',
    ['state', 'small', '0', '/record/state', 'cardState'],
    ['etime', 'large', '0', '/record/elapsedS', 'milliseconds'],
    ['rtime', 'large', '0', '/record/remainingS', 'milliseconds'],
  ),
  ...inputStrips.map((strip, n) =>
    node(`/-ha/${String(n).padStart(2, '0')}`, ['index', 'index', '-1', `{${strip}}/sourceId`, 'headIndex']),
  ),
  node(
    '/-prefs',
    ['name', 'text', 'Rowdesk', '/console/name'],
    ['show_control', 'show', '1'],
    ...alike(['bright', 'lcdbright'], 'percent', '100'),
  ),
  node('/-prefs/card', ['USBmode', 'small', '0']),
  node('/-show/prepos', ['current', 'index', '-1', '/scene/id', 'sceneIndex']),
  node('/-show/showfile/show', ['name', 'text', '', '/console/name']),
  node(
    '/-show/showfile/scene/{scene}',
    ['name', 'text', '', '{scene}/name'],
    ['notes', 'text', ''],
    ['hasdata', 'linked', '0', '{scene}/id', 'isAny'],
  ),
  node(
    '/-show/showfile/cue/{scene}',
    ['name', 'text', '', '{scene}/name'],
    ['scene', 'index', '-1', '{scene}/id', 'sceneIndex'],
  ),
  node(
    '/-action',
    ['goscene', 'index', '-1', '/scene/id', 'scene'],
    ['gocue', 'index', '-1', '/scene/id', 'scene'],
    ['gosnippet', 'index', '-1'],
    ['addmarker', 'switch', 'OFF', '/record/mark/running', 'task'],
    ['clearsolo', 'switch', 'OFF', '/cue/clear/running', 'task'],
    ['undopt', 'switch', 'OFF'],
    ['doundo', 'switch', 'OFF', '/history/cursor/undo/running', 'task'],
  ),
];
