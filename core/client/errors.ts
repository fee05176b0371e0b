// Why a request has no row as its answer.

/** The body of a refusal (RFC 9457). */
export interface Refusal {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** With code `invalid-fields`: the refused fields; `field` is a path in the body, `strips/0/levelDb`. */
  readonly errors: readonly FieldRefusal[];
}

export interface FieldRefusal {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const wordsOf: Readonly<Record<number, string>> = {
  401: 'A login is missing (401).',
  403: 'The right to do this is missing (403).',
};

/** The desk answered with a refusal; nothing has changed. */
export class Refused extends Error {
  /** 4XX or 5XX; 401 and 403 where a login or a right is missing. */
  readonly status: number;
  readonly refusal: Refusal;

  constructor(status: number, refusal: Partial<Refusal>) {
    const { code = '', title = '', detail = title, params = {}, errors } = refusal;
    super(detail || (wordsOf[status] ?? `The desk answered ${status}.`));
    this.name = 'Refused';
    this.status = status;
    this.refusal = { code, title, detail, params, errors: Array.isArray(errors) ? errors : [] };
  }

  /** Of the body of an answer, which a proxy may have written. */
  static of(status: number, body: string): Refused {
    try {
      return new Refused(status, JSON.parse(body) as Partial<Refusal>);
    } catch {
      return new Refused(status, { detail: textOf(body).slice(0, 500) });
    }
  }
}

/** The words of an HTML page, or of a plain text. */
function textOf(body: string): string {
  const bare = body.slice(0, 20_000).replace(/<(style|script|title)\b.*?<\/\1>|<[^>]*>/gis, ' ');
  return bare.replace(/\s+/g, ' ').trim();
}

/** No desk answered: no connection, no answer in time, or something that is no desk. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}
