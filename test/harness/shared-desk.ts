// One desk for the tests of a file: each start of a desk takes three seconds of processor time.
import { afterAll, afterEach } from 'vitest';
import { type Service, stopServices } from './service.ts';

/** For tests that leave it as they find it, or begin with what they need; after a failed one the next has a desk of its own. */
export function sharedDesk(start: () => Promise<Service>): () => Promise<Service> {
  let desk: Promise<Service> | undefined;
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    desk = undefined;
    await stopServices();
  });
  afterAll(stopServices);
  return () => {
    desk ??= start();
    return desk;
  };
}
