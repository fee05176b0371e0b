/** A browser opens six connections to a host; other pages of this desk may hold them all. */
const timeoutMs = 10_000;

/** Rejects with the message of a refusal, or the reason for a missing answer. */
export async function json(url, options = {}) {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), ...options }).catch(inWords);
  const answer = await response.json();
  if (response.ok) return answer;
  throw new Error(wordsOf(answer));
}

/** The refusal's message for an event stream that does not open. */
export async function refusalOfStream(url) {
  const end = new AbortController();
  const response = await fetch(url, { signal: end.signal }).catch(inWords);
  if (!response.ok) return wordsOf(await response.json());
  end.abort();
  return 'refused';
}

function wordsOf({ status, code, detail, errors = [] }) {
  // Of a single fault the detail is its message.
  return `${status} ${code}: ${[...new Set([detail, ...errors.map(({ message }) => message)])].join(' ')}`;
}

function inWords(error) {
  const isLate = error.name === 'TimeoutError';
  const why = isLate ? ' Other pages of this browser may hold all of its connections: close one.' : '';
  throw new Error(`The desk does not answer.${why}`);
}
