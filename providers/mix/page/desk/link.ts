// A link that opens the page with a key, `/mix#link=SECRET`. It is taken out of the address before anything else looks at
// that, so that neither the history of the browser nor a screen keeps it.
const begin = '#link=';

/** '' without one. */
export const link: string = location.hash.startsWith(begin) ? location.hash.slice(begin.length) : '';

if (link !== '') history.replaceState(null, '', location.pathname);
