import { expect, test } from 'vitest';
import { accused, crashOf } from './crash.ts';

const page = { processId: 1, signal: '', driver: '', thread: '', javascript: 'box', answers: false, heardBlocks: 0 };
const exited = { code: 0, signal: null };

test('a process that ended itself accuses the package that its JavaScript was in', () => {
  expect(crashOf(exited, page, undefined)).toMatchObject({ how: 'exit code 0', driver: 'box', thread: 'javascript' });
  expect(crashOf(undefined, page, undefined)).toMatchObject({ how: 'unknown', driver: 'box' });
  expect(crashOf(exited, { ...page, javascript: '' }, undefined)).toMatchObject({ driver: '', thread: '' });
});

test('one that was killed from outside accuses nobody, and a signal the thread that took it', () => {
  expect(crashOf({ code: null, signal: 'SIGKILL' }, page, undefined)).toMatchObject({ how: 'SIGKILL', driver: '' });
  const signalled = { ...page, signal: 'SIGSEGV', driver: 'mixer', thread: 'audio' };
  expect(crashOf(undefined, signalled, undefined)).toMatchObject({ how: 'SIGSEGV', driver: 'mixer', thread: 'audio' });
});

test('one that was ended since it did not answer accuses the package that held it', () => {
  const killed = { driver: 'box', isFinal: true };
  expect(crashOf({ code: null, signal: 'SIGKILL' }, page, killed)).toEqual({
    how: 'SIGKILL, as it did not answer',
    driver: 'box',
    thread: 'javascript',
    isFinal: true,
    isForTime: true,
  });
});

const manifest = (kind: string) => ({ kind }) as never;
const packages = [
  { name: 'mixer', isInTree: true, manifest: manifest('mixer') },
  { name: 'virtual', isInTree: true, manifest: manifest('stagebox') },
  { name: 'box', isInTree: false, manifest: manifest('stagebox') },
];
const crash = (driver: string, thread: string) => ({ how: 'SIGSEGV', driver, thread, isFinal: false });

test('a crash in the mixer counts for the package of others that called it, on the audio thread', () => {
  expect(accused(crash('mixer', 'audio'), packages, 'box')).toBe('box');
  expect(accused(crash('mixer', 'audio'), packages, 'virtual')).toBeUndefined();
  expect(accused(crash('mixer', 'javascript'), packages, 'box')).toBeUndefined();
  expect(accused(crash('box', 'audio'), packages, 'virtual')).toBe('box');
  expect(accused(crash('', ''), packages, 'box')).toBeUndefined();
});

test('a package of ours that took too long is accused of nothing, and one of others is', () => {
  const late = (driver: string) => ({ ...crash(driver, 'javascript'), isForTime: true });
  expect(accused(late('virtual'), packages, 'virtual')).toBeUndefined();
  expect(accused(late('mixer'), packages, 'box')).toBeUndefined();
  expect(accused(late(''), packages, 'box', 'virtual')).toBeUndefined();
  expect(accused(late('box'), packages, 'virtual')).toBe('box');
  expect(accused(late(''), packages, 'virtual', 'box')).toBe('box');
});

test('any other end of a process with one package counts against that package', () => {
  expect(accused(crash('', ''), packages, '', 'virtual')).toBe('virtual');
});
