import { expect, test } from 'vitest';
import { Book } from '../book.ts';
import { conversions } from '../conversions.ts';
import { models } from './models.ts';

const book = new Book(models.XR18);

/** As an XR18 with firmware 1.25 answers `/node` (ramzed/xr18-mcp, model.py): who reads a node counts its values. */
const orders = {
  '/ch/01/config': 'name color insrc rtnsrc',
  '/ch/01/preamp': 'rtntrim rtnsw invert hpon hpf',
  '/ch/01/gate': 'on mode thr range attack hold release keysrc',
  '/ch/01/gate/filter': 'on type f',
  '/ch/01/dyn': 'on mode det env thr ratio knee mgain attack hold release mix keysrc auto',
  '/ch/01/insert': 'on sel',
  '/ch/01/eq/4': 'type f g q',
  '/ch/01/mix': 'on fader lr pan',
  '/ch/01/mix/01': 'level grpon tap pan',
  '/ch/01/mix/02': 'level grpon tap',
  '/ch/01/mix/07': 'level grpon tap',
  '/rtn/aux/config': 'name color rtnsrc',
  '/rtn/1/preamp': 'rtntrim rtnsw',
  '/bus/1/eq': 'on mode',
  '/bus/6/mix': 'on fader lr pan',
  '/fxsend/4/mix': 'on fader',
  '/lr/dyn': 'on mode det env thr ratio knee mgain attack hold release mix auto',
  '/lr/mix': 'on fader pan',
  '/dca/4': 'on fader',
  '/fx/1': 'type insert',
  '/config/linkcfg': 'eq dyn fdrmute',
  '/config/amixenable': 'X Y',
  '/routing/usb/18': 'src pos',
};

test('nodes of an XR18 have the values, in the order, that one has', () => {
  for (const [node, names] of Object.entries(orders)) {
    const own = book.node(node).map(({ address }) => address.slice(node.length + 1));
    expect([node, own.join(' ')]).toEqual([node, names]);
  }
  expect(book.node('/lr/geq')).toHaveLength(31);
  expect(book.node('/fx/4/par')).toHaveLength(64);
});

test('the 17th source of a key is the first bus, behind sixteen channels', () => {
  const { airKeySource } = conversions;
  const around = {
    ...{ sockets: [], scenes: [], addressOf: (path: string) => book.addressOf(path) },
    rowOf: (address: string) => book.rowOf(address),
  };
  const bus = { kind: 'mix', index: 1 };
  expect(airKeySource.write(17, { ...around, now: null, size: 0 })).toEqual({ value: bus });
  expect(airKeySource.read(bus, around)).toBe(17);
  expect(airKeySource.read({ kind: 'input', index: 17 }, around)).toBeUndefined();
});
