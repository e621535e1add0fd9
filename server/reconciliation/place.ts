import type { Account } from '../ledger/account.ts';
import type { HaltScope } from '../ledger/haltStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Outcome } from '../providers/outcome.ts';
import type { Comparison, Side } from './compare.ts';

/** With what the id of a row begins that stands for more than anything explains. */
export const SURPLUS = 'surplus ';

/** Somewhere that money lies, and that can be asked what lies there. */
export type Place = {
  /** `bank`, `venue:kraken`, `chain:eip155:1` */
  readonly id: string;
  readonly account: Account;
  /** How long a row may usually stand on one side alone. */
  readonly graceMs: number;
  /** How long there may be more than anything explains; it differs at once when left out. */
  readonly surplusMs?: number;
  /** What the place says. Asked outside; `since`: of the movements those after it, and perhaps more. */
  askThere(since: Date): Promise<Outcome<Side>>;
  /**
   * What the ledger has of it, with the place's ids; asked after the place was, so that what is booked meanwhile is only a
   * row that the place has not told yet.
   */
  readHere(database: Queryable, since: Date): Promise<Side>;
  /** What must not leave while the two differ so; nothing where no money leaves from here by itself, or none is missing. */
  halts(comparison: Pick<Comparison, 'asset' | 'rest' | 'rows'>): readonly HaltScope[];
};
