import { type Amount, amountOf } from '@slipway/money/amount.ts';
import type { StatementBalances } from '../bankPort.ts';
import { readAmount, signed } from './camtEntries.ts';
import type { CamtBalance, CamtStatement } from './camtSchema.ts';
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

/**
 * What was there before and after the bookings of a statement, or of one page of it. What was before and what was booked
 * must make what is after, in one currency throughout. Throws an {@link InconsistentStatementError}.
 */
export function readBalances(
  statement: CamtStatement,
  about: { readonly isPage: boolean; readonly createdOn: string },
): StatementBalances {
  const ends = balancesOf(statement, about.isPage);
  const opening = ends.opening ? amountOfBalance(ends.opening) : null;
  const closing = ends.closing ? amountOfBalance(ends.closing) : null;
  const booked = bookedUnits(statement);
  if (opening && closing && opening.units + booked !== closing.units) {
    throw new InconsistentStatementError(
      `the bookings of ${statement.Id} do not make its closing balance: ${opening.units} before, ${booked} booked, ${closing.units} after, in minor units of ${closing.asset.code}`,
    );
  }
  return { opening, closing, closedOn: ends.closing?.Dt ?? about.createdOn };
}

/** The sum of what was booked, which must be in the account's currency. */
function bookedUnits(statement: CamtStatement): bigint {
  const booked = statement.Ntry.filter(({ Sts }) => Sts === 'BOOK');
  const told = [...statement.Bal, ...booked];
  const currency = statement.Acct.currency ?? told[0]?.Amt['@Ccy'];
  const other = told.find(({ Amt }) => Amt['@Ccy'] !== currency);
  if (other) {
    throw new InconsistentStatementError(
      `${statement.Id} is about an account in ${currency} and tells an amount in ${other.Amt['@Ccy']}`,
    );
  }
  return booked.reduce((units, { Amt, CdtDbtInd }) => units + signed(readAmount(Amt).units, CdtDbtInd), 0n);
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
