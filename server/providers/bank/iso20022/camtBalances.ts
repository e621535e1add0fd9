import { type Amount, createAmount } from '@slipway/money/amount.ts';
import type { DatedBalance, StatementBalances } from '../bankPort.ts';
import { applyDirection, readAmount } from './camtAmounts.ts';
import type { CamtBalance, CamtEntry, CamtStatement } from './camtSchema.ts';
import { InconsistentStatementError } from './entryIdentity.ts';

/**
 * Codes of booked balances (ISO 20022, external balance types). `OPENING`: the opening balance of the period, or the
 * closing balance of the previous period. If a statement has several pages, a page may have interim balances instead
 * (Finance Finland, ISO 20022 Account Statement Guide, 4.5.18: ITBD with the sub-type OIBD or CIBD).
 */
const OPENING = ['OPBD', 'PRCD'];
const CLOSING = ['CLBD'];
const INTERIM = 'ITBD';
const OPENING_INTERIM = 'OIBD';
const CLOSING_INTERIM = 'CIBD';

/** Balances of future days, by the value dates of booked entries. */
const FORWARD = 'FWAV';

/**
 * Returns the balances before and after the bookings of a statement, or of one of its pages. Throws an {@link
 * InconsistentStatementError} if an amount is invalid or in another currency.
 */
export function readBalances(
  statement: CamtStatement,
  context: { readonly isPage: boolean; readonly createdOn: string },
): StatementBalances {
  requireOneCurrency(statement);
  const ends = findBalances(statement, context.isPage);
  const closedOn = ends.closing?.Dt ?? context.createdOn;
  return {
    opening: ends.opening ? readBalanceAmount(ends.opening) : null,
    closing: ends.closing ? readBalanceAmount(ends.closing) : null,
    closedOn,
    later: sumLaterBookings(statement, closedOn),
    forecasts: statement.Bal.filter(({ Tp, Dt }) => Tp.CdOrPrtry.Cd === FORWARD && Dt !== undefined).map((balance) => ({
      on: balance.Dt ?? '',
      units: readBalanceAmount(balance).units,
    })),
  };
}

/**
 * Returns true if the opening balance and the bookings add up to the closing balance, with or without the bookings of a
 * later value date; false if a balance is missing.
 */
export function isBalanced({ opening, closing, later }: StatementBalances, { Ntry }: CamtStatement): boolean {
  if (!opening || !closing) return false;
  const after = opening.units + sumEntries(Ntry);
  return after === closing.units || after - later.reduce((sum, { units }) => sum + units, 0n) === closing.units;
}

function sumLaterBookings({ Ntry }: CamtStatement, closedOn: string): DatedBalance[] {
  const laterEntries = Ntry.filter((entry) => (entry.ValDt ?? '') > closedOn);
  return [...Map.groupBy(laterEntries, ({ ValDt }) => ValDt ?? '')]
    .map(([on, entries]) => ({ on, units: sumEntries(entries) }))
    .filter(({ units }) => units !== 0n)
    .toSorted((a, b) => (a.on < b.on ? -1 : 1));
}

/** Returns credits less debits. */
function sumEntries(entries: readonly CamtEntry[]): bigint {
  return entries.reduce((units, { Amt, CdtDbtInd }) => units + applyDirection(readAmount(Amt).units, CdtDbtInd), 0n);
}

function requireOneCurrency({ Id, Acct, Bal, Ntry }: CamtStatement): void {
  const elements = [...Bal, ...Ntry];
  const currency = Acct.currency ?? elements[0]?.Amt['@Ccy'];
  const other = elements.find(({ Amt }) => Amt['@Ccy'] !== currency);
  if (!other) return;
  throw new InconsistentStatementError(
    `${Id} is about an account in ${currency} and states an amount in ${other.Amt['@Ccy']}`,
  );
}

type BalancePair = { readonly opening: CamtBalance | undefined; readonly closing: CamtBalance | undefined };

function findBalances({ Bal }: CamtStatement, isPage: boolean): BalancePair {
  const findByTypes = (types: readonly string[]) =>
    types.map((type) => Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === type)).find((balance) => balance !== undefined);
  const opening = findByTypes(OPENING);
  const closing = findByTypes(CLOSING);
  if (!isPage) return { opening, closing };
  const interim = Bal.filter(({ Tp }) => Tp.CdOrPrtry.Cd === INTERIM);
  const findInterim = (code: string) => interim.find(({ Tp }) => Tp.SubTp?.Cd === code);
  // An interim balance without a sub-type is the closing balance on the first page, the opening one on the last page. A
  // page between them has two: the opening balance, then the closing one.
  return {
    opening: opening ?? findInterim(OPENING_INTERIM) ?? (closing || interim.length > 1 ? interim.at(0) : undefined),
    closing: closing ?? findInterim(CLOSING_INTERIM) ?? (opening || interim.length > 1 ? interim.at(-1) : undefined),
  };
}

function readBalanceAmount({ Amt, CdtDbtInd }: CamtBalance): Amount {
  const { units, asset } = readAmount(Amt);
  return createAmount(asset, applyDirection(units, CdtDbtInd));
}
