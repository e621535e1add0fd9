/** Why a file that can be read is not believed. */
export const fileRefusals = {
  foreign_account: 'it is of an account that is not ours',
  no_balances: 'it tells no closing balance',
  does_not_continue: 'a statement before it is missing',
  unbalanced: 'its bookings do not make its closing balance',
  contradicts: 'it says other things than the statements that were believed',
  too_large: 'it is larger than any day fills',
  unkeepable: 'it holds something that the database cannot',
} as const satisfies Record<string, string>;

export type FileRefusal = keyof typeof fileRefusals;

/** Thrown to leave nothing of a file that is not believed. */
export class StatementRefusedError extends Error {
  override name = 'StatementRefusedError';
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
