import { type Amount, amountOf } from '@slipway/money/amount.ts';
import type { DatedUnits, StatementBalances } from '../bankPort.ts';
import { readAmount, signed } from './camtAmounts.ts';
import type { CamtBalance, CamtEntry, CamtStatement } from './camtSchema.ts';
import { InconsistentStatementError } from './entryIdentity.ts';

/**
 * The booked balances by their codes (ISO 20022, external balance types): of the period's opening, or of the previous
 * one's closing. Pages of a statement that has several carry interim ones instead (Finance Finland, ISO 20022 Account
 * Statement Guide, 4.5.18: ITBD with the sub-type OIBD or CIBD).
 */
const OPENING = ['OPBD', 'PRCD'];
const CLOSING = ['CLBD'];
const INTERIM = 'ITBD';
const OPENING_INTERIM = 'OIBD';
const CLOSING_INTERIM = 'CIBD';

/** Balances of days to come, by the value days of what is booked. */
const FORWARD = 'FWAV';

/** What was there before and after the bookings of a statement, or of one page of it, in one currency throughout. Throws an {@link InconsistentStatementError}. */
export function readBalances(
  statement: CamtStatement,
  about: { readonly isPage: boolean; readonly createdOn: string },
): StatementBalances {
  requireOneCurrency(statement);
  const ends = balancesOf(statement, about.isPage);
  const closedOn = ends.closing?.Dt ?? about.createdOn;
  return {
    opening: ends.opening ? amountOfBalance(ends.opening) : null,
    closing: ends.closing ? amountOfBalance(ends.closing) : null,
    closedOn,
    later: laterBookings(statement, closedOn),
    foretold: statement.Bal.filter(({ Tp, Dt }) => Tp.CdOrPrtry.Cd === FORWARD && Dt !== undefined).map((balance) => ({
      on: balance.Dt ?? '',
      units: amountOfBalance(balance).units,
    })),
  };
}

/** Whether what was before and what was booked make what is after, by itself. */
export function addsUp({ opening, closing, later }: StatementBalances, { Ntry }: CamtStatement): boolean {
  if (!opening || !closing) return false;
  const after = opening.units + sumOf(Ntry);
  return after === closing.units || after - later.reduce((sum, { units }) => sum + units, 0n) === closing.units;
}

function laterBookings({ Ntry }: CamtStatement, closedOn: string): DatedUnits[] {
  const late = Ntry.filter((entry) => (entry.ValDt ?? '') > closedOn);
  return [...Map.groupBy(late, ({ ValDt }) => ValDt ?? '')]
    .map(([on, entries]) => ({ on, units: sumOf(entries) }))
    .filter(({ units }) => units !== 0n)
    .toSorted((a, b) => (a.on < b.on ? -1 : 1));
}

/** Credits less debits. */
function sumOf(entries: readonly CamtEntry[]): bigint {
  return entries.reduce((units, { Amt, CdtDbtInd }) => units + signed(readAmount(Amt).units, CdtDbtInd), 0n);
}

function requireOneCurrency({ Id, Acct, Bal, Ntry }: CamtStatement): void {
  const told = [...Bal, ...Ntry];
  const currency = Acct.currency ?? told[0]?.Amt['@Ccy'];
  const other = told.find(({ Amt }) => Amt['@Ccy'] !== currency);
  if (!other) return;
  throw new InconsistentStatementError(
    `${Id} is about an account in ${currency} and tells an amount in ${other.Amt['@Ccy']}`,
  );
}

type Ends = { readonly opening: CamtBalance | undefined; readonly closing: CamtBalance | undefined };

function balancesOf({ Bal }: CamtStatement, isPage: boolean): Ends {
  const ofTypes = (types: readonly string[]) =>
    types.map((type) => Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === type)).find((balance) => balance !== undefined);
  const opening = ofTypes(OPENING);
  const closing = ofTypes(CLOSING);
  if (!isPage) return { opening, closing };
  const interim = Bal.filter(({ Tp }) => Tp.CdOrPrtry.Cd === INTERIM);
  const subType = (code: string) => interim.find(({ Tp }) => Tp.SubTp?.Cd === code);
  // Without a sub-type, the place says which it is: the first page closes with it, the last one opens with it.
  return {
    opening: opening ?? subType(OPENING_INTERIM) ?? (closing || interim.length > 1 ? interim.at(0) : undefined),
    closing: closing ?? subType(CLOSING_INTERIM) ?? (opening || interim.length > 1 ? interim.at(-1) : undefined),
  };
}

function amountOfBalance({ Amt, CdtDbtInd }: CamtBalance): Amount {
  const { units, asset } = readAmount(Amt);
  return amountOf(asset, signed(units, CdtDbtInd));
}
