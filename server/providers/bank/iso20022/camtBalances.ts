import { readAmount, signed } from './camtEntries.ts';
import type { CamtHeader, CamtStatement } from './camtSchema.ts';
import { InconsistentStatementError } from './entryIdentity.ts';

/** The booked balance before: of the period's opening, or of the previous one's closing. */
const OPENING = ['OPBD', 'PRCD'];
const CLOSING = ['CLBD'];

/**
 * What was there before and what was booked must make what is there now. Asked only of statements on one page that tell
 * both balances. Throws an {@link InconsistentStatementError}.
 */
export function requireBalances(statement: CamtStatement, header: CamtHeader): void {
  if (statement.StmtPgntn === false || header.MsgPgntn === false) return;
  const opening = balanceOf(statement, OPENING);
  const closing = balanceOf(statement, CLOSING);
  if (!opening || !closing) return;
  const booked = statement.Ntry.filter(({ Sts }) => Sts === 'BOOK').map(({ Amt, CdtDbtInd }) => ({
    amount: readAmount(Amt),
    CdtDbtInd,
  }));
  if ([closing, ...booked.map(({ amount }) => amount)].some(({ asset }) => asset.id !== opening.asset.id)) return;
  const sum = booked.reduce((units, { amount, CdtDbtInd }) => units + signed(amount.units, CdtDbtInd), opening.units);
  if (sum !== closing.units) {
    throw new InconsistentStatementError(`the bookings of ${statement.Id} do not make its closing balance`);
  }
}

function balanceOf(statement: CamtStatement, types: readonly string[]) {
  for (const type of types) {
    const balance = statement.Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === type);
    if (!balance) continue;
    const { units, asset } = readAmount(balance.Amt);
    return { units: signed(units, balance.CdtDbtInd), asset };
  }
  return undefined;
}
