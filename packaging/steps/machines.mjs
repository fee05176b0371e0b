// The processors that packages are made for, by Node's names.
export const machines = {
  x64: { debian: 'amd64', triplet: 'x86_64-linux-gnu' },
  arm64: { debian: 'arm64', triplet: 'aarch64-linux-gnu' },
};

/** A program of the compiler's for this processor: `strip`, `aarch64-linux-gnu-strip`. */
export const toolFor = (arch, program) => (arch === process.arch ? program : `${machines[arch].triplet}-${program}`);
