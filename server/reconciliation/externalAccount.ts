import type { Account } from '../ledger/account.ts';
import type { HaltScope } from '../ledger/haltStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Outcome } from '../providers/outcome.ts';
import type { ComparedRow, ComparedSide, Comparison } from './compareSides.ts';

/** Prefix of the id of a row that represents an unexplained surplus. */
export const SURPLUS_PREFIX = 'surplus ';

/** The ledger's side of an external account, read only from the database. */
export type LedgerSide = {
  /** Returns the balances by asset, with the assets as they are compared. */
  readBalances(database: Queryable): Promise<ReadonlyMap<string, bigint>>;
  /** Returns rows with the external account's ids, without rows of booked differences: {@link readBookedRows} returns those. */
  readRows(database: Queryable, since: Date): Promise<readonly ComparedRow[]>;
  /** Returns the balances that no row will ever explain, by asset; omitted if each posting is a row. */
  readBalancesWithoutRows?(database: Queryable): Promise<ReadonlyMap<string, bigint>>;
};

/** An account of the operator whose balance can be queried: at a bank, an exchange, an acquirer or on a chain. */
export type ExternalAccount = {
  /** `bank`, `venue:kraken`, `chain:eip155:1` */
  readonly id: string;
  readonly account: Account;
  /** How long a row may usually be on one side only. */
  readonly graceMs: number;
  /** How long an unexplained surplus may last; if omitted, a surplus is a difference at once. */
  readonly surplusMs?: number;
  /**
   * Reads the external account's side: by external requests, or from stored files. May store reported lines. `since`: returns
   * movements after it, and maybe more.
   */
  fetchSide(since: Date): Promise<Outcome<ComparedSide>>;
  /**
   * The ledger's side, with the external account's ids. It is read after the external account, so that a concurrent booking is
   * only a row that the account has not reported yet.
   */
  readonly ledgerSide: LedgerSide;
  /** Returns the scopes to halt for this difference: none if no money leaves the account automatically, or if none is missing. */
  listHaltScopes(comparison: Pick<Comparison, 'asset' | 'rest' | 'rows'>): readonly HaltScope[];
};
