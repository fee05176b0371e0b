// The mix page at /mix, and the page of a musician's own monitor at /mix/monitor. It uses the interface as every client
// does; its source is page/, built to page/dist.
import { fileURLToPath } from 'node:url';
import { defineProvider } from 'rowdesk/provider';

export default defineProvider({
  name: 'mix',
  rows: () => [],
  pages: [
    {
      path: '/mix',
      title: 'Mix',
      about: 'faders, meters and everything that a show needs',
      folder: fileURLToPath(new URL('./page/dist', import.meta.url)),
    },
  ],
});
