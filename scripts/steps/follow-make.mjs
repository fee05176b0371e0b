// What make prints while it builds several packages: when one of them is begun and finished.

/** `line` takes a line that make prints; `end` tells of those that no line has shown to be finished. */
export function follow(jobs, beganMs, built) {
  const began = new Map();
  const left = new Map(jobs.map((job) => [job, new Set(job.targets)]));
  const jobOf = (target) => jobs.find((job) => job.targets.includes(target));
  const say = (job) => {
    left.delete(job);
    built(job, (performance.now() - (began.get(job) ?? beganMs)) / 1000);
  };
  return {
    line(text) {
      const [, verb, file] = /^\s*(?:\[.*\])?\s*([A-Z_]+)(?:\(\w+\))? Release\/(\S+)/.exec(text) ?? [];
      if (verb === undefined) return;
      // Objects of a target are in a folder of its name; a module is copied when it is linked.
      const job = jobOf(
        verb === 'COPY' ? file.replace(/\.node$/, '') : (/^obj\.target\/([\w-]+)\//.exec(file)?.[1] ?? ''),
      );
      if (!job) return;
      if (!began.has(job)) began.set(job, performance.now());
      if (verb !== 'COPY') return;
      const targets = left.get(job);
      targets?.delete(file.replace(/\.node$/, ''));
      if (targets?.size === 0) say(job);
    },
    end() {
      for (const job of [...left.keys()]) say(job);
    },
  };
}
