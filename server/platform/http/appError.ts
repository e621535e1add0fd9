import { type ErrorFacts, type ErrorKey, errorText } from '@slipway/contract/errors.ts';

/** A refusal that the caller sees, by its key in the contract's table. Anything else thrown is a server fault. */
export class AppError extends Error {
  override name = 'AppError';
  readonly key: ErrorKey;
  readonly facts: ErrorFacts;

  constructor(key: ErrorKey, facts: ErrorFacts = {}) {
    super(errorText(key, facts));
    this.key = key;
    this.facts = facts;
  }
}
