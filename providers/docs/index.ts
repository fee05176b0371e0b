// The page of all rows at /docs: to read, to write and to watch, each with what it allows. It is made of the desk's own
// OpenAPI description and of OPTIONS; its source is page/, built to page/dist.
import { fileURLToPath } from 'node:url';
import { defineProvider } from 'rowdesk/provider';

export default defineProvider({
  name: 'docs',
  rows: () => [],
  pages: [
    {
      path: '/docs',
      title: 'All rows',
      about: 'to read, to write and to watch, each with what it allows',
      folder: fileURLToPath(new URL('./page/dist', import.meta.url)),
    },
  ],
});
