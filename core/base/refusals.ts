// The table of refusals: a code has one status. A test keeps docs/refusals.md equal to it.
import { apiPath } from './api-path.ts';

/** The meaning of every code. `title` is the same for every occurrence (RFC 9457, 3.1.4). */
export const refusalCodes = {
  'bad-request': { status: 400, title: 'The request can not be read' },
  'bad-escape': { status: 400, title: 'The path has a percent escape that is none' },
  'bad-json': { status: 400, title: 'The body is not JSON' },
  'bad-query': { status: 400, title: 'The query can not be read' },
  'two-hosts': { status: 400, title: 'The request must have exactly one Host' },
  'absolute-form': { status: 400, title: 'The request target must be a path' },
  'key-needed': { status: 401, title: 'A key is needed' },
  'key-unknown': { status: 401, title: 'The key is not one of this desk' },
  'link-spent': { status: 401, title: 'The link is used or too old' },
  'not-permitted': { status: 403, title: 'The key does not permit it' },
  'cross-origin': { status: 403, title: 'Pages of other origins may not use this desk' },
  'unknown-row': { status: 404, title: 'There is no row at this path' },
  'method-not-allowed': { status: 405, title: 'The row does not answer this method' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'already-running': { status: 409, title: 'The task is running already' },
  'not-running': { status: 409, title: 'The task is not running' },
  'not-cancellable': { status: 409, title: 'The task can not be cancelled' },
  conflict: { status: 409, title: 'The state of the desk forbids it' },
  overtaken: { status: 409, title: 'It was changed again since' },
  'row-gone': { status: 409, title: 'What was changed is gone' },
  'override-needed': { status: 409, title: 'It is done with override only' },
  'precondition-failed': { status: 412, title: 'The row has changed since the version named by If-Match' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is of a type that is not taken' },
  'host-not-ours': { status: 421, title: 'The Host is not this desk' },
  'invalid-fields': { status: 422, title: 'A field of the body is refused' },
  'console-locked': { status: 423, title: 'The console is locked' },
  'device-absent': { status: 424, title: 'The device is absent' },
  'store-unavailable': { status: 424, title: 'The store can not be written' },
  'target-refused': { status: 424, title: 'The device refused the value' },
  'audio-incompatible': { status: 424, title: 'The audio process speaks another version' },
  'too-many-watchers': { status: 429, title: 'There are too many watchers' },
  'too-many-writes': { status: 429, title: 'There are too many writes' },
  'headers-too-large': { status: 431, title: 'The header fields are too large' },
  fault: { status: 500, title: 'A fault in the desk; its log names it' },
} as const satisfies Record<string, { status: number; title: string }>;

export type RefusalCode = keyof typeof refusalCodes;

/** Of a desk with keys alone. */
export const keyCodes: ReadonlySet<RefusalCode> = new Set([
  'key-needed',
  'key-unknown',
  'link-spent',
  'not-permitted',
] as const);

/** Codes of a single field, in `errors[]` of a refusal with code `invalid-fields`. */
export const fieldCodes = {
  'unknown-field': 'The row has no such field',
  'read-only': 'The field can not be written',
  missing: 'The field is required',
  'wrong-type': 'The value has the wrong type',
  'out-of-range': 'The value is outside its range',
  'off-step': 'The value is not on a step',
  'not-an-option': 'The value is none of the options',
  'wrong-format': 'The value does not have the form asked for',
  duplicate: 'The list names the same thing twice',
  'unknown-item': 'The list names something that does not exist',
  'without-running': 'The field counts only in the body that starts the task',
} as const;

export type FieldCode = keyof typeof fieldCodes;

/** One refused field. `field` is a path in the body, `strips/0/levelDb`. `params` holds the allowed range. */
export interface FieldError {
  readonly field: string;
  readonly code: FieldCode;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The body of a refusal, application/problem+json (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
}

/** The maximum number of errors in one answer, which bounds its size. */
const mostErrors = 100;
const longestDetail = 2000;

/** Thrown to refuse a request; the HTTP layer and the task rows turn it into a Problem. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, unknown>>;
  /** At most 100; if there are more, `params.errors` has their number. */
  readonly errors: readonly FieldError[];
  readonly #allErrors: readonly FieldError[];

  constructor(code: RefusalCode, detail: string, params: Record<string, unknown> = {}, errors: FieldError[] = []) {
    super(detail.slice(0, longestDetail));
    this.name = 'Refusal';
    this.code = code;
    this.params = errors.length > mostErrors ? { ...params, errors: errors.length } : params;
    this.errors = errors.slice(0, mostErrors);
    this.#allErrors = errors;
  }

  /** All errors, for code that leaves out the refused fields. Answers do not contain this list. */
  get allErrors(): readonly FieldError[] {
    return this.#allErrors;
  }

  get status(): number {
    return refusalCodes[this.code].status;
  }

  toProblem(instance: string): Problem {
    const { status, title } = refusalCodes[this.code];
    return {
      type: `urn:rowdesk:refusal:${this.code}`,
      title,
      status,
      detail: this.message,
      instance,
      code: this.code,
      params: this.params,
      errors: this.errors,
    };
  }
}

/** Makes errors without a stack, for errors made in large numbers and not thrown: a stack costs more than the rest. */
export function withoutStack<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Returns a refusal in the form of an answer at this address, `/channel/input/1`. */
export function problemOf(refusal: Refusal, path: string): Problem {
  return refusal.toProblem(`${apiPath}${path}`);
}

/** Recognises a refusal by shape, so that one from another copy of this package counts too. */
export function isRefusal(value: unknown): value is Refusal {
  return (
    value instanceof Error && value.name === 'Refusal' && 'code' in value && (value.code as string) in refusalCodes
  );
}

/** The refusal of a body for one of its fields. `message`: for people, with the name of the field and what it may be. */
export function fieldRefusal(
  field: string,
  code: FieldCode,
  message: string,
  params: FieldError['params'] = {},
): Refusal {
  return new Refusal('invalid-fields', message, {}, [{ field, code, message, params }]);
}
