/**
 * Why a file that can be read is not believed. `foreign_account`: of an account that is not ours; `no_balances`: it tells
 * no closing balance; `does_not_continue`: a statement before it is missing; `contradicts`: it says other things than the
 * statements that were believed; `unkeepable`: something in it that the database cannot hold.
 */
export type FileRefusal = 'foreign_account' | 'no_balances' | 'does_not_continue' | 'contradicts' | 'unkeepable';

/** Thrown to leave nothing of a file that is not believed. */
export class StatementRefusedError extends Error {
  override name = 'StatementRefusedError';
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
