// Lamps whose driver, in a process of its own, does not do as it is told: each lamp in its own way.
import { acmeDriver } from '../harness/acme-driver.ts';
import type { Package } from '../harness/packages.ts';

export const lamps: Package = {
  name: 'acme-lamps',
  rowdesk: { provider: { api: 1, module: './index.js' } },
  files: {
    'index.js': `import { defineProvider, setting, Type } from 'rowdesk/provider';
export default defineProvider({
  name: 'acme-lamps',
  roots: ['lamps'],
  rows: () => [
    setting('/lamps/{lamp}', {
      params: { lamp: Type.Integer({ minimum: 1, maximum: 5 }) },
      addresses: { has: () => true, list: () => [1, 2, 3, 4, 5].map((lamp) => ({ lamp })) },
      fields: {
        percent: Type.Number({ minimum: 0, maximum: 100, default: 0 }),
        has: Type.Number(),
        state: Type.String(),
        reason: Type.String(),
      },
      writable: ['percent'],
      target: 'stagebox:acme-1',
      computed: ({ lamp }, _desk, observed) => {
        const { value = -1, state = '', reason = '' } = observed.read(\`/lamps/\${lamp}\`, 'percent') ?? {};
        return { has: value, state, reason };
      },
    }),
  ],
});
`,
  },
};

export const lampDriver = acmeDriver({
  name: 'acme-lamp-driver',
  model: 'lamp-5',
  device: `() => {
  const has = new Map([1, 2, 3, 4, 5].map((lamp) => [\`/lamps/\${lamp}\`, 0]));
  let applied = 0;
  return {
    apply(revision, values) {
      applied = revision;
      return values.flatMap(({ path, field, value }) => {
        // the first lamp has a fuse, the second one a mind of its own
        if (path === '/lamps/1' && value > 50) {
          return [{ path, field, value: has.get(path), state: 'refused', reason: 'its fuse allows 50 %' }];
        }
        has.set(path, path === '/lamps/2' && value > 0 ? 12 : value);
        return [];
      });
    },
    observe() {
      // the fourth one breaks the wire, the fifth one the driver: this never returns, and needs no processor for it
      if (has.get('/lamps/4') > 0) throw new Error('the wire is broken');
      if (has.get('/lamps/5') > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return {
        revision: applied,
        values: [...has].map(([path, value]) => ({
          path, field: 'percent', value, state: path === '/lamps/3' ? 'unverified' : 'applied',
        })),
      };
    },
  };
}`,
});

export const acme = { id: 'acme-1', transport: 'acme', model: 'lamp-5' };
