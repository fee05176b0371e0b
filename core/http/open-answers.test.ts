import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { Permit } from '../rows/permit.ts';
import { OpenAnswers } from './open-answers.ts';

class Answer extends EventEmitter {
  isEnded = false;
  destroy() {
    this.isEnded = true;
    this.emit('close');
  }
}

test('answers end with their permit, and one that is over is forgotten', () => {
  const open = new OpenAnswers();
  const permits: readonly Permit[] = [
    { name: 'Maria', role: 'mix', bus: 'mix/3' },
    { name: 'FOH', role: 'run' },
  ];
  const answers = Array.from({ length: 1000 }, () => new Answer());
  for (const [n, answer] of answers.entries()) open.add(permits[n % 2] as Permit, answer as unknown as ServerResponse);
  expect(open.size).toBe(2);
  open.end(({ name }) => name === 'FOH');
  expect(answers.map(({ isEnded }) => isEnded)).toEqual(answers.map((_, n) => n % 2 === 0));
  for (const answer of answers) answer.emit('close');
  expect(open.size).toBe(0);
});
