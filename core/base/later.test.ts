import { expect, test } from 'vitest';
import { later } from './later.ts';

class Counter {
  #count = 0;
  get count(): number {
    return this.#count;
  }
  add(): number {
    return ++this.#count;
  }
}

test('a service that is handed out early works once it is there, private members and all', () => {
  const { service, become } = later<Counter>('the counter');
  expect(() => service.add()).toThrow('the counter is not there while rows and services are made');
  become(new Counter());
  const { add } = service;
  expect([service.add(), add(), service.count]).toEqual([1, 2, 2]);
});
