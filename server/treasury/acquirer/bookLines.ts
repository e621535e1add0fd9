import { formatAmount } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { ledgerScale } from '../../ledger/posting.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { lockSubject, newLines, type StoredLine, settleLine, takeLine } from './acquirerLineStore.ts';
import { entryOfLine, keyOfLine } from './lineEntries.ts';
import { type Posted, postedAbout } from './postedStore.ts';
import { judgeSubject, movedBy, subjectKinds } from './subjectRules.ts';

type BookContext = { readonly database: Database; readonly log: Log };

/**
 * Posts what the acquirer has moved and no order knows of, recognises what orders have posted, and puts before a person what
 * it has no rule for. A line that fails keeps no other one back.
 */
export async function bookLines({ database, log }: BookContext): Promise<void> {
  const subjects = new Set<string>();
  for (const line of await newLines(database)) {
    const name = `${line.acquirer} ${line.subject}`;
    const isOfOrder = subjectKinds[line.kind] !== undefined && line.subject !== '';
    if (isOfOrder && subjects.has(name)) continue;
    if (isOfOrder) subjects.add(name);
    try {
      await database.transaction((transaction) =>
        isOfOrder ? recogniseSubject(transaction, line) : bookOwn(transaction, line),
      );
    } catch (error) {
      log.error({ error, line: line.id }, "a line of the acquirer's account was not booked");
    }
  }
}

async function bookOwn(transaction: Transaction, { acquirer, id }: StoredLine): Promise<void> {
  const line = await takeLine(transaction, { acquirer, id }, 'new');
  if (!line) return;
  const entry = entryOfLine(line);
  if (!entry) return putAside(transaction, line);
  await postEntry(transaction, entry, null, await transactionTime(transaction));
  await settleLine(transaction, line, 'posted');
}

/** Nothing is guessed: a person says what it is. */
async function putAside(transaction: Transaction, line: StoredLine): Promise<void> {
  await settleLine(transaction, line, 'aside');
  await raiseAlert(transaction, {
    key: keyOfLine(line),
    orderId: null,
    kind: 'acquirer_line',
    facts: {
      line: line.id,
      word: line.word,
      amount: `${formatAmount(line.amount)} ${line.amount.asset.code}`,
      fee: formatAmount(line.fee),
      subject: line.subject,
    },
  });
}

async function recogniseSubject(transaction: Transaction, about: StoredLine): Promise<void> {
  const kind = subjectKinds[about.kind];
  const lines = (await lockSubject(transaction, about)).filter((line) => subjectKinds[line.kind] === kind);
  const fresh = lines.filter(({ status }) => status === 'new');
  const last = fresh.at(-1);
  if (!kind || !last) return;
  const posted = await postedAbout(transaction, kind, about.subject);
  const now = await transactionTime(transaction);
  const judged = judgeSubject(lines, posted.units, now);
  if (judged.kind === 'waits') return;
  if (judged.kind === 'differs') return alertDifference(transaction, about, lines, posted);
  if (judged.kind === 'converts') {
    const entry = { kind: 'acquirer_settled', key: keyOfLine(last), postings: judged.postings };
    await postEntry(transaction, entry, posted.orderId, now);
  }
  for (const line of fresh) await settleLine(transaction, line, 'recognised');
}

/** Said once for each pair of sums; the lines go on being compared, since an order may still post them. */
async function alertDifference(
  transaction: Transaction,
  { acquirer, subject }: StoredLine,
  lines: readonly StoredLine[],
  posted: Posted,
): Promise<void> {
  const [told, booked] = [said(movedBy(lines)), said(posted.units)];
  await raiseAlert(transaction, {
    key: `acquirer:${acquirer}:${subject}:${told}:${booked}`,
    orderId: posted.orderId,
    kind: 'acquirer_differs',
    facts: { subject, acquirer: told, ledger: booked, lines: lines.map(({ id }) => id) },
  });
}

function said(sums: ReadonlyMap<string, bigint>): string {
  const texts = [...sums].map(
    ([asset, coefficient]) =>
      `${formatDecimal({ coefficient, scale: ledgerScale(asset) })} ${asset.replace('iso4217:', '')}`,
  );
  return texts.join(', ') || 'nothing';
}
