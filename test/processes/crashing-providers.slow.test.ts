// Providers with native code that crashes in the control process: the next start names the package, and sets it aside.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileNative, installInto, type Package } from '../harness/packages.ts';
import { removeFolder, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';

const state = temporaryFolder();
beforeAll(() => {
  const source = join(state, 'crash.c');
  writeFileSync(
    source,
    `#include <node_api.h>
#include <stdlib.h>
static napi_value crash(napi_env, napi_callback_info) { abort(); }
NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "crash", NAPI_AUTO_LENGTH, crash, nullptr, &function);
  napi_set_named_property(env, exports, "crash", function);
  return exports;
}
`,
  );
  const packages = [provider('crashes-at-import', 'native.crash();'), provider('crashes-later', '')];
  installInto(state, packages);
  for (const { name } of packages) compileNative(source, join(state, 'node_modules', name, 'crash.node'));
});
afterAll(async () => {
  await stopServices();
  removeFolder(state);
});

/** `/NAME`; a write of it crashes in a timer. */
function provider(name: string, top: string): Package {
  return {
    name,
    rowdesk: { provider: { api: 1, module: './index.js' } },
    files: {
      'index.js': `import { createRequire } from 'node:module';
import { defineProvider, Type, view } from 'rowdesk/provider';
const native = createRequire(import.meta.url)('./crash.node');
${top}
const fields = { a: Type.Integer({ default: 0 }) };
const write = () => void setTimeout(() => native.crash(), 1);
export default defineProvider({ name: '${name}', rows: () => [view('/${name}', { fields, writable: ['a'], get: () => ({ a: 1 }), write })] });
`,
    },
  };
}

const start = (...names: string[]) =>
  startService({
    state,
    config: { providers: ['console', 'clock', 'telemetry', 'warnings', ...names], drivers: [], devices: [] },
  });
const warningsOf = async (service: Service) =>
  (await service.get('/warnings')).body.warnings.map(
    ({ title, detail }: Record<string, string>) => `${title}: ${detail}`,
  );

test('a native crash is named by the next start, on whatever way the package was called, and counts against it', async () => {
  const first = await start('crashes-later');
  const ended = once(first.child, 'exit');
  first.patch('/crashes-later', { a: 2 }).catch(() => {});
  expect(await ended).toEqual([null, 'SIGABRT']);
  const second = await start('crashes-later');
  expect(await warningsOf(second)).toEqual([
    'Provider crashes-later crashed the control process: It ended by SIGABRT, and was started again; the sound played on. It was in native code of crashes-later.',
  ]);
  expect((await second.get('/crashes-later')).status).toBe(200);
  // Ended from outside, it crashed of nothing.
  await second.kill();
  const third = await start('crashes-later');
  expect(await warningsOf(third)).toEqual([]);
  expect(await third.stop()).toBe(0);
});

test('a package that crashes as it is imported is set aside by the next start, until the desk has ended in order', async () => {
  await expect(start('crashes-at-import', 'crashes-later')).rejects.toThrow();
  const service = await start('crashes-at-import', 'crashes-later');
  const warnings = await warningsOf(service);
  expect(warnings).toContainEqual(
    expect.stringMatching(
      /^Provider crashes-at-import was left out: .*is set aside: it crashed the desk by SIGABRT at its start, in its native code/,
    ),
  );
  expect(warnings).toHaveLength(2);
  expect((await service.get('/crashes-later')).status).toBe(200);
  expect(await service.stop()).toBe(0);
  await expect(start('crashes-at-import')).rejects.toThrow();
});
