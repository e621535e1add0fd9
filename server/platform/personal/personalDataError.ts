/**
 * Why personal data cannot be sealed or opened. `no_keys`: this process was given none. `missing_key`, `wrong_key`: of the
 * key that wrapped the data key. `shredded`: the data key is gone, as it is when an account is erased. `damaged`: the
 * value was cut, changed, or brought from another row.
 */
export type PersonalDataFault = 'no_keys' | 'missing_key' | 'wrong_key' | 'shredded' | 'damaged';

/** Names rows and keys by their ids, and never what they hold. */
export class PersonalDataError extends Error {
  override name = 'PersonalDataError';
  readonly fault: PersonalDataFault;

  constructor(fault: PersonalDataFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
