import { createAmount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { BankStatement } from '../../../providers/bank/bankPort.ts';
import { findKnownStatements, insertAccountStatement, linkToPrecedingStatement } from './accountStatementStore.ts';
import { judgeContinuity } from './statementContinuity.ts';
import { StatementRefusedError } from './statementRefusal.ts';

/** Who imported the file, and the opening balance from which they accept a restarted sequence. */
export type StatementAcceptance = { readonly by: string; readonly continueFrom: string | undefined };

/**
 * Stores a statement if it continues those of its account, or else throws a {@link StatementRefusedError}. Raises an alert if
 * its number is not the next one. `repeated`: the statement and its bookings were accepted before.
 */
export async function continueStatementSequence(
  transaction: Transaction,
  hash: Buffer,
  statement: BankStatement & { readonly currency: string },
  acceptance: StatementAcceptance,
): Promise<'repeated' | { readonly id: number }> {
  const { account, currency, statementId, sequenceNumber, pageNumber, balances } = statement;
  if (!balances?.closing) throw new StatementRefusedError('no_balances', `${statementId} has no closing balance`);
  const asset = fiatAsset(currency);
  const net = statement.entries.reduce(
    (sum, { direction, amount }) => sum + (direction === 'credit' ? amount.units : -amount.units),
    0n,
  );
  const reportedStatement = {
    statementId,
    sequenceNumber,
    pageNumber,
    closedOn: balances.closedOn,
    opening: balances.opening?.units ?? null,
    closing: balances.closing.units,
    net,
    later: balances.later,
    forecasts: balances.forecasts,
  };
  const known = await findKnownStatements(transaction, { account, currency }, statementId);
  const judged = judgeContinuity(known, reportedStatement, parseUnits(acceptance.continueFrom, currency));
  if (judged.kind === 'repeated') return 'repeated';
  const format = (units: bigint) => `${formatAmount(createAmount(asset, units))} ${currency}`;
  if (judged.kind === 'refused') {
    throw new StatementRefusedError(judged.reason, `${statementId} of ${account}: ${judged.detail(format)}`);
  }
  const { opening, closing, uncounted, follows, leadsTo, numberIrregularity } = judged;
  const restartedBy = known.length > 0 && follows === null && leadsTo === null ? acceptance.by : null;
  const sums = { opening, closing, uncounted };
  const id = await insertAccountStatement(transaction, {
    ...reportedStatement,
    ...sums,
    hash,
    account,
    currency,
    follows,
    restartedBy,
  });
  if (leadsTo !== null) await linkToPrecedingStatement(transaction, leadsTo, id);
  if (numberIrregularity !== null) {
    await raiseAlert(transaction, {
      key: `statement:${id}:number`,
      orderId: null,
      kind: 'bank_statement',
      facts: {
        account,
        currency,
        statement: statementId,
        until: reportedStatement.closedOn,
        reason: 'number',
        detail: numberIrregularity,
      },
    });
  }
  return { id };
}

function parseUnits(decimal: string | undefined, currency: string): bigint | undefined {
  if (decimal === undefined) return undefined;
  const isDebit = decimal.startsWith('-');
  try {
    const { units } = parseAmount(fiatAsset(currency), isDebit ? decimal.slice(1) : decimal);
    return isDebit ? -units : units;
  } catch {
    throw new StatementRefusedError('does_not_continue', `${decimal} is not a balance in ${currency}`);
  }
}
