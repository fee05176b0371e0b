import { expect, test } from 'vitest';
import { follow } from './steps/follow-make.mjs';

test('a package is built when the last of its modules is copied, and programs when make has ended well', () => {
  const jobs = [{ targets: ['mixer', 'test_pump'] }, { targets: ['lv2-rack'] }];
  const built = [];
  const { line, end } = follow(jobs, performance.now(), (job, seconds) =>
    built.push([jobs.indexOf(job), seconds >= 0]),
  );
  for (const text of [
    '  CXX(target) Release/obj.target/sound-files/lib/sound-files/src/folder.o',
    '  CXX(target) Release/obj.target/mixer/mixer/src/kernels/instruction_set.o',
    '  LINK(target) Release/lv2-rack',
    '  SOLINK_MODULE(target) Release/obj.target/mixer.node',
    '  COPY Release/mixer.node',
  ]) {
    line(text);
  }
  expect(built).toEqual([]);
  line('  COPY Release/test_pump.node');
  expect(built).toEqual([[0, true]]);
  end();
  expect(built).toEqual([
    [0, true],
    [1, true],
  ]);
});
