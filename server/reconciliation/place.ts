import type { Account } from '../ledger/account.ts';
import type { HaltScope } from '../ledger/haltStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Outcome } from '../providers/outcome.ts';
import type { Comparison, Row, Side } from './compare.ts';

/** With what the id of a row begins that stands for more than anything explains. */
export const SURPLUS = 'surplus ';

/** What the ledger has of a place, by the database alone. */
export type LedgerSide = {
  /** By asset, as the place is compared. */
  balances(database: Queryable): Promise<ReadonlyMap<string, bigint>>;
  /** With the place's ids. Not those that a difference was booked by: {@link bookedRows} has them. */
  rows(database: Queryable, since: Date): Promise<readonly Row[]>;
  /** By asset, what is in the balances and no row will ever stand for; nothing where each posting is a row. */
  beside?(database: Queryable): Promise<ReadonlyMap<string, bigint>>;
};

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
  readonly here: LedgerSide;
  /** What must not leave while the two differ so; nothing where no money leaves from here by itself, or none is missing. */
  halts(comparison: Pick<Comparison, 'asset' | 'rest' | 'rows'>): readonly HaltScope[];
};
