import { expect, test } from 'vitest';
import { followExposure } from './exposure.ts';

function warned(host: string) {
  const ids: string[] = [];
  let listener = () => {};
  const access = {
    isOn: false,
    onChange: (changed: () => void) => {
      listener = changed;
      return () => {};
    },
  };
  const warnings = {
    raise: ({ id }: { readonly id: string }) => void ids.push(id),
    clear: (id: string) => void ids.push(`no ${id}`),
  };
  followExposure({ access, host, warnings });
  return {
    ids,
    become: (isOn: boolean) => {
      access.isOn = isOn;
      listener();
    },
  };
}

test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('a desk at %s needs no warning', (host) => {
  expect(warned(host).ids).toEqual([]);
});

test.each(['0.0.0.0', '::', '192.0.2.7', 'desk.local'])('a desk at %s warns until it has keys', (host) => {
  const { ids, become } = warned(host);
  expect(ids).toEqual(['open-desk']);
  become(true);
  expect(ids.at(-1)).toBe('no open-desk');
  become(false);
  expect(ids.at(-1)).toBe('open-desk');
});
