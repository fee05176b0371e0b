// The little HTML that core makes itself: the list at /api, and what a browser sees while the desk starts. Its style is
// in the page, and the policy names the hash of it.
import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 40rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
ul { list-style: none; padding: 0 }
li { margin: 1rem 0 }
a { display: block; font-weight: 600; line-height: 44px; color: light-dark(#0b62a8, #7cc0ff) }
`;

/** Nothing is loaded for it, and it can't be framed. */
export const plainPolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `title` and `body` are HTML. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <style>${style}</style>
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}
