/** One movement on one side: parts of the same movement have the same id and are summed. */
export type ComparedRow = {
  /** The id that the external account gives it, on both sides. */
  readonly id: string;
  /** CAIP-19 or `iso4217:…`, or another name that both sides give it. */
  readonly asset: string;
  /** In the ledger's scale; positive units increase the balance. */
  readonly units: bigint;
  readonly at: Date;
  /**
   * Moved by people, not for an order. Such a row from before the first comparison is no difference if the ledger lacks it,
   * because the opening balance includes it.
   */
  readonly byPeople?: boolean;
  /** How long it may be on one side only; the external account's usual time if omitted. */
  readonly graceMs?: number;
};

/** One side of an account: the ledger, or the external account. */
export type ComparedSide = {
  /** By asset. A missing asset is zero. */
  readonly balances: ReadonlyMap<string, bigint>;
  readonly rows: readonly ComparedRow[];
};

export type RowFault = 'missing_here' | 'missing_there' | 'other_amount' | 'other_asset';

/** A movement that differs between the two sides. `here` is the ledger. */
export type DifferingRow = {
  readonly id: string;
  readonly fault: RowFault;
  readonly here: bigint;
  readonly there: bigint;
  readonly graceMs: number | undefined;
};

/** The comparison of both sides in one asset. */
export type Comparison = {
  readonly asset: string;
  readonly here: bigint;
  /** Less the opening. */
  readonly there: bigint;
  readonly rows: readonly DifferingRow[];
  /** The external account's surplus over the ledger, less what the rows explain. */
  readonly rest: bigint;
};

export type ComparisonTerms = {
  /** Balances at the start of the comparison that the ledger lacks. By asset. */
  readonly openings: ReadonlyMap<string, bigint>;
  /** Earlier movements by people that the ledger lacks are no fault, even if they are booked later. */
  readonly begunAt: Date;
  /** Rows older than this on both sides are not compared, except movements by people; they are included in the balances. */
  readonly from: Date;
};

/**
 * Matches the rows of both sides by id, and computes the unexplained rest of every asset. Pure; returns one comparison per
 * asset of either side.
 */
export function compareSides(here: ComparedSide, there: ComparedSide, terms: ComparisonTerms): Comparison[] {
  const { openings, begunAt } = terms;
  const [ledgerSums, accountSums] = [sumById(here.rows), sumById(there.rows)];
  const differingRows = findDifferingRows(ledgerSums, accountSums, terms);
  const assets = new Set([
    ...here.balances.keys(),
    ...there.balances.keys(),
    ...openings.keys(),
    ...differingRows.keys(),
  ]);
  return [...assets].toSorted().map((asset) => {
    const rows = differingRows.get(asset) ?? [];
    const balances = {
      here: here.balances.get(asset) ?? 0n,
      there: (there.balances.get(asset) ?? 0n) - (openings.get(asset) ?? 0n),
    };
    const rest = balances.there - balances.here - sumRowGaps(rows);
    return { asset, ...balances, rows: rows.filter((row) => !wasInOpening(row, accountSums, begunAt)), rest };
  });
}

/** Returns the external account's surplus by these rows. */
export function sumRowGaps(rows: readonly Pick<DifferingRow, 'here' | 'there'>[]): bigint {
  return rows.reduce((sum, { here, there }) => sum + there - here, 0n);
}

type Sum = {
  readonly units: bigint;
  readonly at: Date;
  readonly byPeople: boolean;
  readonly graceMs: number | undefined;
};
/** By id, then by asset. */
type Sums = ReadonlyMap<string, ReadonlyMap<string, Sum>>;

function sumById(rows: readonly ComparedRow[]): Sums {
  const sums = new Map<string, Map<string, Sum>>();
  for (const { id, asset, units, at, byPeople = false, graceMs } of rows) {
    const ofId = sums.get(id) ?? new Map<string, Sum>();
    sums.set(id, ofId);
    const before = ofId.get(asset);
    ofId.set(asset, {
      units: units + (before?.units ?? 0n),
      at: before && before.at > at ? before.at : at,
      byPeople: byPeople || before?.byPeople === true,
      graceMs: selectLongerGrace(graceMs, before?.graceMs),
    });
  }
  return sums;
}

function findDifferingRows(
  ledgerSums: Sums,
  accountSums: Sums,
  { from }: Pick<ComparisonTerms, 'from'>,
): Map<string, DifferingRow[]> {
  const differingRows = new Map<string, DifferingRow[]>();
  for (const id of new Set([...ledgerSums.keys(), ...accountSums.keys()])) {
    const [ledgerSumsOfId, accountSumsOfId] = [ledgerSums.get(id), accountSums.get(id)];
    for (const asset of new Set([...(ledgerSumsOfId?.keys() ?? []), ...(accountSumsOfId?.keys() ?? [])])) {
      const [ledgerSum, accountSum] = [ledgerSumsOfId?.get(asset), accountSumsOfId?.get(asset)];
      const [here, there] = [ledgerSum?.units ?? 0n, accountSum?.units ?? 0n];
      if (here === there || !isSince(from, ledgerSum, accountSum)) continue;
      const fault = findFault(here, there, ledgerSumsOfId, accountSumsOfId);
      const rows = differingRows.get(asset) ?? [];
      differingRows.set(asset, rows);
      rows.push({ id, fault, here, there, graceMs: selectLongerGrace(ledgerSum?.graceMs, accountSum?.graceMs) });
    }
  }
  return differingRows;
}

function findFault(
  here: bigint,
  there: bigint,
  ledgerSums: ReadonlyMap<string, Sum> | undefined,
  accountSums: ReadonlyMap<string, Sum> | undefined,
): RowFault {
  if (here !== 0n && there !== 0n) return 'other_amount';
  const [lacking, having] = here === 0n ? [ledgerSums, accountSums] : [accountSums, ledgerSums];
  if (hasOtherAsset(lacking, having)) return 'other_asset';
  return here === 0n ? 'missing_here' : 'missing_there';
}

/** Returns true if the side that lacks the row has another asset instead. */
function hasOtherAsset(
  lacking: ReadonlyMap<string, Sum> | undefined,
  having: ReadonlyMap<string, Sum> | undefined,
): boolean {
  return [...(lacking ?? [])].some(([asset, { units }]) => units !== 0n && (having?.get(asset)?.units ?? 0n) === 0n);
}

/** Returns true if either sum is from the compared period. Movements by people are compared at any age. */
function isSince(from: Date, ...sums: readonly (Sum | undefined)[]): boolean {
  return sums.some((sum) => sum !== undefined && (sum.byPeople || sum.at >= from));
}

/** Returns true for a movement by people that the opening includes: it is no fault that the ledger lacks it. */
function wasInOpening({ id, fault, there }: DifferingRow, accountSums: Sums, begunAt: Date): boolean {
  if (fault !== 'missing_here') return false;
  return [...(accountSums.get(id)?.values() ?? [])].some(
    ({ units, byPeople, at }) => byPeople && at < begunAt && units === there,
  );
}

function selectLongerGrace(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
