import { formatAmount } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { ledgerScale } from '../../ledger/posting.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { findNewLines, lockLine, lockSubjectLines, type StoredLine, settleLine } from './acquirerLineStore.ts';
import { buildLineEntry, buildLineKey } from './lineEntries.ts';
import { type PostedSums, readPostedSums } from './postedSumStore.ts';
import { judgeSubject, lineSubjectKinds, sumMovedUnits } from './subjectRules.ts';

type BookContext = { readonly database: Database; readonly log: Log };

/**
 * Posts the acquirer's movements that belong to no order, matches lines that orders have posted, and raises an alert for lines
 * without a rule. A line that fails does not block others.
 */
export async function bookLines({ database, log }: BookContext): Promise<void> {
  const subjects = new Set<string>();
  for (const line of await findNewLines(database)) {
    const subjectKey = `${line.acquirer} ${line.subject}`;
    const isOfOrder = lineSubjectKinds[line.kind] !== undefined && line.subject !== '';
    if (isOfOrder && subjects.has(subjectKey)) continue;
    if (isOfOrder) subjects.add(subjectKey);
    try {
      await database.transaction((transaction) =>
        isOfOrder ? recogniseSubject(transaction, line) : bookLineWithoutOrder(transaction, line),
      );
    } catch (error) {
      log.error({ error, line: line.id }, "a line of the acquirer's account could not be booked; it is tried again");
    }
  }
}

async function bookLineWithoutOrder(transaction: Transaction, { acquirer, id }: StoredLine): Promise<void> {
  const line = await lockLine(transaction, { acquirer, id }, 'new');
  if (!line) return;
  const entry = buildLineEntry(line);
  if (!entry) return setAside(transaction, line);
  await postEntry(transaction, entry, null, await readTransactionTime(transaction));
  await settleLine(transaction, line, 'posted');
}

/** Sets a line aside and raises an alert, so that a person classifies it. */
async function setAside(transaction: Transaction, line: StoredLine): Promise<void> {
  await settleLine(transaction, line, 'aside');
  await raiseAlert(transaction, {
    key: buildLineKey(line),
    orderId: null,
    kind: 'acquirer_line',
    facts: {
      line: line.id,
      type: line.vendorType,
      amount: `${formatAmount(line.amount)} ${line.amount.asset.code}`,
      fee: formatAmount(line.fee),
      subject: line.subject,
    },
  });
}

/**
 * Compares a subject's lines with the order's postings. Marks the new lines as recognised, after posting a currency conversion if
 * one is needed, or raises an alert if they differ.
 */
async function recogniseSubject(transaction: Transaction, about: StoredLine): Promise<void> {
  const kind = lineSubjectKinds[about.kind];
  const lines = (await lockSubjectLines(transaction, about)).filter((line) => lineSubjectKinds[line.kind] === kind);
  const newLines = lines.filter(({ status }) => status === 'new');
  const last = newLines.at(-1);
  if (!kind || !last) return;
  const posted = await readPostedSums(transaction, kind, about.subject);
  const now = await readTransactionTime(transaction);
  const judged = judgeSubject(lines, posted.units, now);
  if (judged.kind === 'waits') return;
  if (judged.kind === 'differs') return alertDifference(transaction, about, lines, posted);
  if (judged.kind === 'converts') {
    const entry = { kind: 'acquirer_settled', key: buildLineKey(last), postings: judged.postings };
    await postEntry(transaction, entry, posted.orderId, now);
  }
  for (const line of newLines) await settleLine(transaction, line, 'recognised');
}

/** Raises an alert once for each pair of sums. The lines are compared again later, since an order may still post them. */
async function alertDifference(
  transaction: Transaction,
  { acquirer, subject }: StoredLine,
  lines: readonly StoredLine[],
  posted: PostedSums,
): Promise<void> {
  const [reportedSums, booked] = [formatSums(sumMovedUnits(lines)), formatSums(posted.units)];
  await raiseAlert(transaction, {
    key: `acquirer:${acquirer}:${subject}:${reportedSums}:${booked}`,
    orderId: posted.orderId,
    kind: 'acquirer_differs',
    facts: { subject, acquirer: reportedSums, ledger: booked, lines: lines.map(({ id }) => id) },
  });
}

function formatSums(sums: ReadonlyMap<string, bigint>): string {
  const texts = [...sums].map(
    ([asset, coefficient]) =>
      `${formatDecimal({ coefficient, scale: ledgerScale(asset) })} ${asset.replace('iso4217:', '')}`,
  );
  return texts.join(', ') || 'nothing';
}
