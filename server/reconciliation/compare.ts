/** One movement as one side has it: parts of the same thing bear the same id and are summed. */
export type Row = {
  /** The place's own id, on both sides. */
  readonly id: string;
  /** CAIP-19 or `iso4217:…`, or another name that both sides give it. */
  readonly asset: string;
  /** In the ledger's scale; above zero it adds to what lies there. */
  readonly units: bigint;
  readonly at: Date;
  /** Moved by people and by no order: of what came before the comparison began nothing is on its way. */
  readonly byPeople?: boolean;
  /** How long it may stand on one side alone; the place's usual time when left out. */
  readonly graceMs?: number;
};

/** What one side says of an account: the ledger, or the place where the money lies. */
export type Side = {
  /** By asset. What is not among them is zero. */
  readonly balances: ReadonlyMap<string, bigint>;
  readonly rows: readonly Row[];
};

export type RowFault = 'missing_here' | 'missing_there' | 'other_amount' | 'other_asset';

/** A movement that the two sides do not have alike. `here` is the ledger. */
export type NamedRow = {
  readonly id: string;
  readonly fault: RowFault;
  readonly here: bigint;
  readonly there: bigint;
  readonly graceMs: number | undefined;
};

/** How the two sides stand in one asset. */
export type Comparison = {
  readonly asset: string;
  readonly here: bigint;
  /** Less the opening. */
  readonly there: bigint;
  readonly rows: readonly NamedRow[];
  /** What the place has more, less what the rows name. */
  readonly rest: bigint;
};

export type ComparisonTerms = {
  /** What lay there when the comparison began, and the ledger does not have. By asset. */
  readonly openings: ReadonlyMap<string, bigint>;
  /** What people moved before, and the ledger does not have, is no fault; booked later it is none either. */
  readonly begunAt: Date;
  /** Rows that are older are counted in the balances alone: the other side may have told of them before it was asked. */
  readonly from: Date;
};

/** Matches the rows of both sides by id, and says of every asset what is left. Pure; a line for each asset of either side. */
export function compareSides(here: Side, there: Side, terms: ComparisonTerms): Comparison[] {
  const { openings, begunAt } = terms;
  const [ours, theirs] = [sumById(here.rows), sumById(there.rows)];
  const named = nameRows(ours, theirs, terms);
  const assets = new Set([...here.balances.keys(), ...there.balances.keys(), ...openings.keys(), ...named.keys()]);
  return [...assets].toSorted().map((asset) => {
    const rows = named.get(asset) ?? [];
    const balances = {
      here: here.balances.get(asset) ?? 0n,
      there: (there.balances.get(asset) ?? 0n) - (openings.get(asset) ?? 0n),
    };
    const rest = balances.there - balances.here - gapOf(rows);
    return { asset, ...balances, rows: rows.filter((row) => !wasThere(row, theirs, begunAt)), rest };
  });
}

/** What the place has more by these rows. */
export function gapOf(rows: readonly Pick<NamedRow, 'here' | 'there'>[]): bigint {
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

function sumById(rows: readonly Row[]): Sums {
  const sums = new Map<string, Map<string, Sum>>();
  for (const { id, asset, units, at, byPeople = false, graceMs } of rows) {
    const ofId = sums.get(id) ?? new Map<string, Sum>();
    sums.set(id, ofId);
    const before = ofId.get(asset);
    ofId.set(asset, {
      units: units + (before?.units ?? 0n),
      at: before && before.at > at ? before.at : at,
      byPeople: byPeople || before?.byPeople === true,
      graceMs: longer(graceMs, before?.graceMs),
    });
  }
  return sums;
}

function nameRows(ours: Sums, theirs: Sums, { from }: Pick<ComparisonTerms, 'from'>): Map<string, NamedRow[]> {
  const named = new Map<string, NamedRow[]>();
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const [oursOfId, theirsOfId] = [ours.get(id), theirs.get(id)];
    for (const asset of new Set([...(oursOfId?.keys() ?? []), ...(theirsOfId?.keys() ?? [])])) {
      const [our, their] = [oursOfId?.get(asset), theirsOfId?.get(asset)];
      const [here, there] = [our?.units ?? 0n, their?.units ?? 0n];
      if (here === there || !isSince(from, our, their)) continue;
      const fault = faultOf(here, there, oursOfId, theirsOfId);
      const rows = named.get(asset) ?? [];
      named.set(asset, rows);
      rows.push({ id, fault, here, there, graceMs: longer(our?.graceMs, their?.graceMs) });
    }
  }
  return named;
}

function faultOf(
  here: bigint,
  there: bigint,
  ours: ReadonlyMap<string, Sum> | undefined,
  theirs: ReadonlyMap<string, Sum> | undefined,
): RowFault {
  if (here !== 0n && there !== 0n) return 'other_amount';
  const [lacking, having] = here === 0n ? [ours, theirs] : [theirs, ours];
  if (hasBeside(lacking, having)) return 'other_asset';
  return here === 0n ? 'missing_here' : 'missing_there';
}

/** Whether the side that lacks the row has something else in its place. */
function hasBeside(
  lacking: ReadonlyMap<string, Sum> | undefined,
  having: ReadonlyMap<string, Sum> | undefined,
): boolean {
  return [...(lacking ?? [])].some(([asset, { units }]) => units !== 0n && (having?.get(asset)?.units ?? 0n) === 0n);
}

function isSince(from: Date, ...sums: readonly (Sum | undefined)[]): boolean {
  return sums.some((sum) => sum !== undefined && (sum.byPeople || sum.at >= from));
}

/** Part of what the comparison began with, though a row of its own: it may still be booked. */
function wasThere({ id, fault, there }: NamedRow, theirs: Sums, begunAt: Date): boolean {
  if (fault !== 'missing_here') return false;
  return [...(theirs.get(id)?.values() ?? [])].some(
    ({ units, byPeople, at }) => byPeople && at < begunAt && units === there,
  );
}

function longer(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
