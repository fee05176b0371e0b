// Why a message is refused: a code and a status, as the desk's answers over HTTP have them.
import { Refused, Unreachable } from 'rowdesk/client';

export class OscRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

/** Of whatever was thrown; the code of a field where it is about one. */
export function refusalOf(error: unknown): OscRefusal {
  if (error instanceof OscRefusal) return error;
  if (error instanceof RangeError) return new OscRefusal('bad-address', 400);
  if (error instanceof Unreachable) return new OscRefusal('unreachable', 503);
  if (!(error instanceof Refused)) return new OscRefusal('fault', 500);
  const { refusal, status } = error;
  return new OscRefusal(refusal.errors[0]?.code ?? (refusal.code || 'refused'), status);
}
