// What a page of strangers can try against a desk that it knows the address of. Runs inside the browser.

/** What one attack yielded: `read` is whatever the page got to see of an answer, '' for nothing. */
export interface Yield {
  readonly attack: string;
  readonly read: string;
}

/**
 * Tries everything against the rows below `base` (`http://desk:8700/api`); streams that begin stay open. It must not use
 * anything from outside: it is sent to the browser as text.
 */
export async function attack(base: string): Promise<Yield[]> {
  // biome-ignore lint/suspicious/noExplicitAny: the browser's globals, of which this program knows no types
  const page = globalThis as any;
  const { document } = page;
  const row = `${base}/console`;
  const watched = `${base}/telemetry/process?watch=1`;
  const body = '{"name":"evil"}';
  const after = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve(''), ms));
  const soon = (what: Promise<string>) => Promise.race([what.catch(() => ''), after(1_500)]);
  const fetched = async (url: string, init: object): Promise<string> => {
    const response = await page.fetch(url, init);
    return response.type === 'opaque' ? '' : `${response.status} ${await response.text()}`;
  };
  const element = (name: string, properties: object, seen: (element: { sheet?: unknown }) => string): Promise<string> =>
    new Promise((resolve) => {
      const made = document.createElement(name);
      made.onload = () => resolve(seen(made));
      made.onerror = () => resolve('');
      Object.assign(made, properties);
      document.body.append(made);
    });
  const framed = (src: string): Promise<string> =>
    element('iframe', { src }, (frame) => {
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const inside = (frame as any).contentDocument;
      return inside === null ? '' : String(inside.body?.textContent ?? '');
    });
  const submitted = (action: string, method: string, enctype: string, fields: Record<string, string>) => {
    const name = `frame-${Math.random()}`;
    const frame = Object.assign(document.createElement('iframe'), { name });
    const form = Object.assign(document.createElement('form'), { action, method, enctype, target: name });
    for (const [key, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement('input'), { name: key, value }));
    }
    document.body.append(frame, form);
    return new Promise<string>((resolve) => {
      frame.onload = () => resolve(String(frame.contentDocument?.body?.textContent ?? ''));
      form.submit();
    });
  };
  const listened = (url: string): Promise<string> =>
    new Promise((resolve) => {
      const source = new page.EventSource(url);
      for (const name of ['snapshot', 'change', 'message']) {
        source.addEventListener(name, (event: { data: string }) => resolve(`event ${event.data}`));
      }
      source.onerror = () => resolve('');
    });
  const spoken = (url: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = new page.WebSocket(url.replace('http', 'ws'));
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('');
    });
  const asked = (method: string, url: string, type: string): Promise<string> =>
    new Promise((resolve) => {
      const xhr = new page.XMLHttpRequest();
      xhr.onloadend = () => resolve(xhr.status === 0 ? '' : `${xhr.status} ${xhr.responseText}`);
      xhr.open(method, url);
      if (type !== '') xhr.setRequestHeader('content-type', type);
      xhr.send(method === 'GET' ? null : body);
    });
  const json = { 'content-type': 'application/json' };
  const beacon = async (type: string) => {
    page.navigator.sendBeacon(row, new page.Blob([body], { type }));
    return '';
  };

  const attacks: Record<string, () => Promise<string>> = {
    'fetch a row': () => fetched(row, {}),
    'fetch a row without asking': () => fetched(row, { mode: 'no-cors' }),
    'fetch a row with credentials': () => fetched(row, { credentials: 'include' }),
    'fetch the contract': () => fetched(row, { method: 'OPTIONS' }),
    'fetch the description': () => fetched(`${base}/openapi.json`, {}),
    'fetch a watch': () => fetched(watched, {}),
    'fetch a watch without asking': () => fetched(watched, { mode: 'no-cors' }),
    'fetch a watch without asking, unnamed': () =>
      fetched(watched, { mode: 'no-cors', referrerPolicy: 'no-referrer', headers: { accept: 'text/event-stream' } }),
    'patch by fetch': () => fetched(row, { method: 'PATCH', headers: json, body }),
    'post JSON by fetch': () => fetched(row, { method: 'POST', headers: json, body }),
    'post text by fetch': () => fetched(row, { method: 'POST', headers: { 'content-type': 'text/plain' }, body }),
    'post text without asking': () => fetched(row, { method: 'POST', mode: 'no-cors', body }),
    'patch without asking': () => fetched(row, { method: 'PATCH', mode: 'no-cors', body }),
    'post with another method in its header': () =>
      fetched(row, { method: 'POST', headers: { ...json, 'x-http-method-override': 'PATCH' }, body }),
    'get by XMLHttpRequest': () => asked('GET', row, ''),
    'patch by XMLHttpRequest': () => asked('PATCH', row, 'application/json'),
    'post by XMLHttpRequest': () => asked('POST', row, 'text/plain'),
    'a beacon of JSON': () => beacon('application/json'),
    'a beacon of text': () => beacon('text/plain'),
    'an EventSource': () => listened(watched),
    'an EventSource with credentials': () => listened(`${base}/console?watch=1`),
    'an image of a row': () => element('img', { src: row }, () => 'seen'),
    'an image that watches': () => element('img', { src: watched }, () => 'seen'),
    'an image that watches, unnamed': () =>
      element('img', { referrerPolicy: 'no-referrer', src: `${watched}&` }, () => 'seen'),
    'a script': () => element('script', { src: row }, () => 'run'),
    'a script that watches': () => element('script', { src: watched }, () => 'run'),
    'a style sheet': () => element('link', { rel: 'stylesheet', href: row }, (link) => (link.sheet ? 'applied' : '')),
    'a sound that watches': () => element('audio', { src: watched, preload: 'auto' }, () => 'heard'),
    'a frame of a row': () => framed(row),
    'a frame that watches': () => framed(watched),
    'a frame of the page': () => framed(base.replace('/api', '/docs')),
    'a form that posts text': () => submitted(row, 'POST', 'text/plain', { '{"name":"evil","x': '":1}' }),
    'a form that posts fields': () => submitted(row, 'POST', 'application/x-www-form-urlencoded', { name: 'evil' }),
    'a form that posts parts': () => submitted(row, 'POST', 'multipart/form-data', { name: 'evil' }),
    'a form that watches': () => submitted(watched.replace('?watch=1', ''), 'GET', '', { watch: '1' }),
    'a form that asks to patch': () => submitted(row, 'GET', '', { _method: 'PATCH', name: 'evil' }),
    'a web socket': () => spoken(row),
  };
  const yields: Yield[] = [];
  // One after the other: a browser opens six connections to a host, and what hangs would keep the next from trying.
  for (const [name, run] of Object.entries(attacks)) {
    yields.push({ attack: name, read: await soon((async () => run())()) });
  }
  return yields;
}
