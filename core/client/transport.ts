// Requests over HTTP, by fetch or by what a caller brings.

export interface Asked {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request, and the reading of its answer. */
  readonly signal: AbortSignal;
}

/** The head of an answer; its body is read once, whole or in pieces. Both reject when the connection breaks. */
export interface Answer {
  readonly status: number;
  /** `name` in lower case. */
  header(name: string): string | undefined;
  text(): Promise<string>;
  /** Until its end. */
  read(use: (piece: Uint8Array) => void): Promise<void>;
}

/** Sends one request. Rejects when no answer comes. */
export type Transport = (url: string, asked: Asked) => Promise<Answer>;

export const byFetch: Transport = async (url, { method, headers, body, signal }) => {
  const response = await fetch(url, {
    method,
    headers: { ...headers },
    signal,
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    text: () => response.text(),
    async read(use) {
      const reader = response.body?.getReader();
      // In Node 20 garbage collection can remove the link between fetch and its signal.
      const leave = () => void reader?.cancel().catch(() => {});
      signal.addEventListener('abort', leave);
      try {
        for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) use(read.value);
      } finally {
        signal.removeEventListener('abort', leave);
        leave();
      }
    },
  };
};
