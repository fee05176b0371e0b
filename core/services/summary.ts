// What a person reads first about the running desk.
import { type Token, token } from '../base/token.ts';

/** Sentences for the start of the desk, its first page and `rowdesk doctor`: what plays, and what is connected to what. */
export interface Summary {
  /** `lines` is called at each reading, and gives none while nothing is to be said. */
  use(lines: () => readonly string[]): () => void;
}
export const Summary: Token<Summary> = token<Summary>('core.summary');
