/**
 * Why personal data cannot be sealed or opened. `no_keys`: this process has none. `missing_key`, `wrong_key`: the key that
 * wrapped the data key. `shredded`: the data key was deleted, as when an account is erased. `damaged`: the value was
 * truncated, changed, or copied from another row.
 */
export type PersonalDataFault = 'no_keys' | 'missing_key' | 'wrong_key' | 'shredded' | 'damaged';

/** An error whose message names rows and keys by their ids, and never contains their content. */
export class PersonalDataError extends Error {
  override name = 'PersonalDataError';
  readonly fault: PersonalDataFault;

  constructor(fault: PersonalDataFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
