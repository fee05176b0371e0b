// What make prints while it builds several packages: when one of them is begun and finished.

/**
 * `line` takes a line that make prints, and calls `built` for a package whose modules are all there. `end`, after a build
 * without an error, calls it for the rest: of a program make prints only that it is about to be linked.
 */
export function follow(jobs, beganMs, built) {
  const began = new Map();
  const finished = new Map();
  const left = new Map(jobs.map((job) => [job, new Set(job.targets)]));
  const say = (job) => {
    left.delete(job);
    built(job, ((finished.get(job) ?? performance.now()) - (began.get(job) ?? beganMs)) / 1000);
  };
  return {
    line(text) {
      const [, verb = '', file = ''] = /^\s*([A-Z_]+)(?:\(\w+\))? Release\/(\S+)/.exec(text) ?? [];
      // Objects of a target are in a folder of its name; a module is copied once it is linked.
      const target = (/^obj\.target\/([\w-]+)\//.exec(file)?.[1] ?? file).replace(/\.node$/, '');
      const job = jobs.find(({ targets }) => targets.includes(target));
      if (!job) return;
      if (!began.has(job)) began.set(job, performance.now());
      if (verb === 'LINK') finished.set(job, performance.now());
      if (verb !== 'COPY') return;
      const targets = left.get(job);
      targets?.delete(target);
      if (targets?.size === 0) say(job);
    },
    end() {
      for (const job of [...left.keys()]) say(job);
    },
  };
}
