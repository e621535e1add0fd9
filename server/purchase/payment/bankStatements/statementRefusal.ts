/** Why a readable file is refused. */
export const fileRefusals = {
  foreign_account: 'it is for an account that is not the operator’s',
  no_balances: 'it has no closing balance',
  does_not_continue: 'a previous statement is missing',
  unbalanced: 'its bookings do not add up to its closing balance',
  contradicts: 'it contradicts statements that were accepted',
  too_large: 'it is too large',
  unstorable: 'it contains something that the database cannot store',
} as const satisfies Record<string, string>;

export type FileRefusal = keyof typeof fileRefusals;

/** Thrown to roll back the import of a refused file. */
export class StatementRefusedError extends Error {
  override name = 'StatementRefusedError';
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
