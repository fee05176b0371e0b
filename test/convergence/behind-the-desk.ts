// The mixer of the house, and somebody in its process who writes into it without a word to the desk.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from '../harness/packages.ts';
import { root, type Service } from '../harness/service.ts';

const home = join(root, 'hardware-drivers/mixer');
const file = 'behind-the-desk.json';

/** A driver package of its own: it opens the mixer, and gives its native library what a file in the media folder says. */
export const openMixer: Package = {
  name: 'open-mixer',
  rowdesk: {
    driver: {
      ...JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).rowdesk.driver,
      module: './index.js',
      processors: './processors.json',
    },
  },
  files: {
    'processors.json': readFileSync(join(home, 'dist/processors.json'), 'utf8'),
    'strips.json': readFileSync(join(home, 'strips.json'), 'utf8'),
    'index.js': `import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import inTree from ${JSON.stringify(join(home, 'dist/index.js'))};
export default {
  kind: 'mixer',
  open(layout, context) {
    const mixer = inTree.open(layout, context);
    const order = join(context.mediaFolder, '${file}');
    const look = setInterval(() => {
      if (!existsSync(order)) return;
      mixer.apply(mixer.observe().revision, JSON.parse(readFileSync(order, 'utf8')));
      rmSync(order);
    }, 5);
    const close = mixer.close.bind(mixer);
    mixer.close = () => {
      clearInterval(look);
      close();
    };
    return mixer;
  },
};
`,
  },
};

/** Resolves when the mixer has it. */
export async function writeBehind(service: Service, path: string, field: string, value: unknown): Promise<void> {
  const order = join(service.state, 'media', file);
  writeFileSync(`${order}.new`, JSON.stringify([{ path, field, value }]));
  renameSync(`${order}.new`, order);
  while (existsSync(order)) await new Promise((resolve) => setTimeout(resolve, 5));
}
