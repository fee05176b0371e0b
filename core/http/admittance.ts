// The permit of a request, from its key or cookie, behind the guards.
import { type Access, KeyRefusal } from '../access/access.ts';
import { Refusal } from '../base/refusals.ts';
import type { Exchange } from './exchange.ts';
import { OpenAnswers } from './open-answers.ts';
import { plainAddress } from './remote-address.ts';

export class Admittance {
  readonly open = new OpenAnswers();
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  /** True where the answer to a browser that asks beforehand (CORS) is all that is needed: it shows no key. */
  isPreflight({ request, trustedOrigin }: Exchange): boolean {
    const isAsked = request.headers['access-control-request-method'] !== undefined;
    return this.#access.isOn && request.method === 'OPTIONS' && trustedOrigin !== undefined && isAsked;
  }

  /**
   * Throws refusal `key-unknown`; for a client without a key that may not read, `key-needed`. `mayDoNothing`: not for such a
   * client, nor for a page whose key was withdrawn, which comes with a link to another.
   */
  admit(exchange: Exchange, mayDoNothing = false): void {
    const { request, response } = exchange;
    exchange.takesKeys = this.#access.isOn;
    try {
      const permit = this.#access.permitOf(request.headers, plainAddress(request.socket.remoteAddress));
      exchange.permit = permit;
      if (permit === undefined) return;
      if (permit.role === 'none' && !mayDoNothing) {
        throw new Refusal(
          'key-needed',
          'This desk asks for a key: scan a link of it, or send Authorization: Bearer KEY.',
        );
      }
      this.open.add(permit, response);
    } catch (error) {
      if (error instanceof KeyRefusal && error.isCookie) exchange.cookie = this.#access.noCookie;
      if (error instanceof KeyRefusal && error.isFlood) exchange.isLast = true;
      if (exchange.cookie === undefined || !mayDoNothing) throw error;
      exchange.permit = this.#access.anonymous;
    }
  }
}
