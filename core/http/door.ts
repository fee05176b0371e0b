// What HTTP asks of the rows; tests of this folder put doubles here.
import type { RowAccess } from '../rows/service.ts';

export interface RowDoor
  extends Pick<RowAccess, 'read' | 'options' | 'methods' | 'takesLargeBody' | 'patch' | 'subscribe'> {
  /** The desk's, for beats. */
  readonly revision: number;
  /** The OpenAPI description; asked for once, when somebody wants it. */
  openapi(): object;
  /** How an address that begins like this may go on, up to its next slash. */
  nextAddresses(begin: string): readonly string[];
  /** The first addresses of a template that exist now. */
  addressesOf(template: string, most: number): readonly string[];
}
