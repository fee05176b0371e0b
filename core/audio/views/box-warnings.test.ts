import { expect, test } from 'vitest';
import type { Box } from '../../services.ts';
import type { AudioSnapshot } from '../processes/audio-snapshot.ts';
import { missingHalf, ofBoxes } from './box-warnings.ts';

const runs = { name: 'audio', status: { plan: 1 }, lastCrash: undefined };
const snapshot = (...processes: object[]) => ({ processes: [runs, ...processes] }) as unknown as AudioSnapshot;
const half = (id: string) => ({ id, driver: 'd', present: true });
const box = (missing: Box['missing'], audio: Box['audio'] = half('alsa-card')): Box => ({
  ...{ id: 'ucx2', label: 'UCX II', model: '', transport: '', present: true, ports: [] },
  ...{ missing, reason: 'it was unplugged', audio, control: half('ucx2') },
});

test('each half that is missing is a warning with its reason and what goes on', () => {
  const warnings = ofBoxes(snapshot(), [box(''), box('audio'), { ...box('control'), id: 'b' }]);
  expect(warnings).toMatchObject([
    { id: 'half-box-ucx2', device: 'ucx2', detail: 'it was unplugged. Its preamps can still be set.' },
    { id: 'half-box-b', device: 'b', detail: 'it was unplugged. Its sound goes on as it is.' },
  ]);
  expect([box(''), box('audio'), box('control')].map(missingHalf)).toEqual([...['', 'alsa-card', 'ucx2']]);
  expect(missingHalf({ ...box('audio'), audio: undefined })).toBe('');
});

test('while a process begins no half is missing yet, and after a crash it is', () => {
  const begins = { name: 'driver-pre', status: undefined, lastCrash: undefined };
  expect(ofBoxes(snapshot(begins), [box('control')])).toEqual([]);
  expect(ofBoxes(snapshot({ ...begins, lastCrash: {} }), [box('control')])).toHaveLength(1);
});
