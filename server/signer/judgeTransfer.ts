import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { TransferRefusal } from '../providers/bank/transferRelease.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import type { BankSight, SeenCredit } from './bankSight.ts';
import type { FormRecord } from './formRecord.ts';
import type { GivenBack } from './givenBack.ts';
import type { Vouches } from './orderWords.ts';
import type { RefundRow } from './releaseStore.ts';
import type { ReleasedTransfer, ReleaseRecord } from './releases.ts';
import type { Said } from './saidByPersons.ts';
import { uniqueCredits } from './seePayment.ts';
import { proofWords } from './signedForms.ts';

export type TransferContext = {
  readonly record: FormRecord;
  readonly releases: ReleaseRecord;
  readonly card: Pick<CardAcquirer, 'getPayment'>;
  readonly bank: BankSight | undefined;
  readonly givenBack: GivenBack;
  /** What two persons have signed of money that goes to this account. */
  saidOf(account: string): Promise<readonly Said[]>;
  vouchesFor(orderNo: string): Promise<Vouches>;
};

/** A transfer as a file asks for it, or is about to. */
export type AskedTransfer = Pick<RefundRow, 'id' | 'currency' | 'units'> & {
  /** To which it goes, IBAN or another id. */
  readonly account: string;
};

/** A transfer that may be let go, without its place in a file, and what is used up with it. */
export type ClearedTransfer = {
  readonly transfer: Omit<ReleasedTransfer, 'block'>;
  readonly claims: readonly string[];
};

/** Money that is here, whoever holds it. */
type Money = {
  /** Of the receipt itself, less what has gone back of it. */
  readonly left: bigint;
  readonly reference: string;
  /** Under which its order was paid, as the signer's record has it. */
  readonly proofs: readonly string[];
};

/**
 * Whether a transfer may leave: to the account that its money came from, by the bank's word, or to one that two persons have
 * signed, and no more than is left of that money when the coins that were signed for it are counted. What the tables say only
 * tells where to look. `further`: what else is about to be let go.
 */
export async function judgeTransfer(
  context: TransferContext,
  asked: AskedTransfer,
  row: RefundRow | undefined,
  further: readonly ReleasedTransfer[],
): Promise<Outcome<ClearedTransfer, TransferRefusal>> {
  if (context.releases.isUsed(`refund ${asked.id}`) || further.some(({ refund }) => refund === asked.id))
    return refused('released_already');
  if (!row) return refused('not_written');
  const credit = await context.bank?.findCredit(row.receiptId);
  if (credit?.isDoubtful || (credit && (await context.bank?.isDoubtful(credit.reference))))
    return refused('statement_missing');
  const isOwn = credit !== undefined && isSameAccount(credit.account, asked.account);
  const said = isOwn ? undefined : await sayingSo(context, asked, row, credit);
  if (!isOwn && !said) return refused('account_unproved');
  const found = await findMoney(context, { asked, row, credit, said }, further);
  if (found.kind !== 'ok') return found;
  const money = found.value;
  if (money && asked.units > money.left) return refused('not_owed');
  // Persons have signed of which order it is; the row says what its last writer wanted.
  const orderNo = said?.action === 'pay-to' ? said.subject : row.orderNo;
  const spoken = await isSpokenFor(context, { asked, orderNo, money }, further);
  if (spoken.kind !== 'ok') return spoken;
  const { id: refund, currency, units } = asked;
  const transfer = {
    refund,
    receipt: credit?.ids[0] ?? row.receiptId,
    reference: money?.reference ?? '',
    currency,
    units: `${units}`,
  };
  return ok({ transfer, claims: [`refund ${refund}`, ...(said ? [`said ${said.hash}`] : [])] });
}

/** What two persons have signed of just this money, and not been used. */
async function sayingSo(
  { releases, saidOf }: TransferContext,
  { currency, units, account }: AskedTransfer,
  row: RefundRow,
  credit: SeenCredit | undefined,
): Promise<Said | undefined> {
  const words = await saidOf(account);
  return words.find(({ action, subject, input, hash }) => {
    if (releases.isUsed(`said ${hash}`)) return false;
    // Of a card's money alone: the acquirer says whose it is, and how much, and this statement says neither.
    if (action === 'refund-by-bank') return credit === undefined && subject === row.orderNo;
    const isOfReceipt = (action === 'return' ? subject : input['receipt']) === row.receiptId;
    return isOfReceipt && isWithin(input['amount'] ?? '', currency, units);
  });
}

/** `25.00 EUR`: the most that may go there. */
function isWithin(said: string, currency: string, units: bigint): boolean {
  const [digits = '', code = ''] = said.split(' ');
  if (code !== currency) return false;
  try {
    return units <= parseAmount(fiatAsset(code), digits).units;
  } catch {
    return false;
  }
}

type Looked = {
  readonly asked: AskedTransfer;
  readonly row: RefundRow;
  readonly credit: SeenCredit | undefined;
  readonly said: Said | undefined;
};

/** Undefined where nobody can say any more what came, and two persons have signed how much goes back. */
async function findMoney(
  { card, givenBack, bank }: TransferContext,
  { asked: { currency }, row: { receiptId }, credit, said }: Looked,
  further: readonly ReleasedTransfer[],
): Promise<Outcome<Money | undefined, TransferRefusal>> {
  const ofReceipt = { receipts: credit?.ids ?? [receiptId], reference: '' };
  if (credit) {
    if (credit.currency !== currency) return refused('not_owed');
    const { reference } = credit;
    const left = credit.units - (await givenBack(ofReceipt, currency, further));
    const named = reference === '' || !bank ? left : await bank.receivedWith(reference, currency);
    const ofAll = named - (reference === '' ? 0n : await givenBack({ receipts: [], reference }, currency, further));
    const proofs = [...credit.ids.map((id) => `entry ${id}`), ...(reference === '' ? [] : [`bank ${reference}`])];
    return ok({ left: ofAll < left ? ofAll : left, reference, proofs });
  }
  if (said?.action !== 'refund-by-bank') return ok(undefined);
  const payment = await card.getPayment(receiptId);
  if (payment.kind === 'refused') return refused('not_owed');
  if (payment.kind !== 'ok') return payment;
  const { orderNo, capturedAmount, refundedAmount } = payment.value;
  if (orderNo !== said.subject || capturedAmount.asset.code !== currency) return refused('not_owed');
  const kept = capturedAmount.units - (refundedAmount?.units ?? 0n);
  const left = kept - (await givenBack(ofReceipt, currency, further));
  return ok({ left, reference: '', proofs: [`card ${receiptId}`] });
}

/**
 * If coins were signed for this money, the money that paid for them stays, by the signer's own record: the order's row may have
 * been changed and sealed since. The rest may go. All of it may go if two persons have signed that the coins have not left, since
 * the signer sees no chain.
 */
async function isSpokenFor(
  context: TransferContext,
  {
    asked,
    orderNo: named,
    money,
  }: { readonly asked: AskedTransfer; readonly orderNo: string | null; readonly money: Money | undefined },
  further: readonly ReleasedTransfer[],
): Promise<Outcome<void, TransferRefusal>> {
  const { record, vouchesFor } = context;
  const proved = money?.proofs.flatMap((proof) => record.orderOfProof(proof) ?? []) ?? [];
  const unproved = named !== null && isUnproved(record, named, money) ? [named] : [];
  for (const orderNo of new Set([...proved, ...unproved])) {
    const spent = findSpentMoney(record, orderNo, asked.currency);
    const words = proofsOf(record, orderNo);
    if (spent !== undefined && words.length > 0) {
      const left = await leftBehind(context, words, asked.currency, further);
      if (left.kind !== 'ok') return left;
      if (left.value - asked.units >= spent) continue;
    }
    if (!(await vouchesFor(orderNo)).has('refund')) return refused('coins_signed');
  }
  return ok(undefined);
}

/** Returns the minor units that an order's coins were signed for, or undefined if they were paid in another currency. */
function findSpentMoney(record: FormRecord, orderNo: string, currency: string): bigint | undefined {
  const payments = record.ofOrder(orderNo).flatMap((form) => form.payments.filter((each) => each.orderNo === orderNo));
  if (payments.length === 0 || payments.some((payment) => payment.currency !== currency)) return undefined;
  const units = payments.map(({ paidUnits }) => BigInt(paidUnits));
  return units.reduce((most, each) => (each > most ? each : most), 0n);
}

/** What has shown that an order's money was here when its coins were signed; a person's word is no money. */
function proofsOf(record: FormRecord, orderNo: string): readonly string[] {
  const words = record
    .ofOrder(orderNo)
    .flatMap(({ proofs, orderNos }) => proofWords(proofs[orderNos.indexOf(orderNo)] ?? ''));
  return [...new Set(words)].filter((word) => /^(?:card|bank|entry) /.test(word));
}

/** Whether coins were signed for an order and nothing shows by whose money; or nobody can say any more whose this is. */
function isUnproved(record: FormRecord, orderNo: string, money: Money | undefined): boolean {
  const isSigned = record.ofOrder(orderNo).some(({ purpose }) => purpose === 'payment');
  return isSigned && (money === undefined || proofsOf(record, orderNo).length === 0);
}

/** Returns the minor units that are left of all the money that was shown. */
async function leftBehind(
  { bank, card, givenBack }: TransferContext,
  proofs: readonly string[],
  currency: string,
  further: readonly ReleasedTransfer[],
): Promise<Outcome<bigint, TransferRefusal>> {
  const idsOf = (kind: string) =>
    proofs.flatMap((proof) => (proof.startsWith(`${kind} `) ? [proof.slice(kind.length + 1)] : []));
  let sum = 0n;
  for (const id of idsOf('card')) {
    const payment = await card.getPayment(id);
    if (payment.kind === 'refused') return refused('not_owed');
    if (payment.kind !== 'ok') return payment;
    const { capturedAmount, refundedAmount } = payment.value;
    sum += capturedAmount.units - (refundedAmount?.units ?? 0n);
    sum -= await givenBack({ receipts: [id], reference: '' }, currency, further);
  }
  if (!bank) return ok(sum);
  for (const reference of idsOf('bank')) {
    if (await bank.isDoubtful(reference)) return refused('statement_missing');
    sum += await bank.receivedWith(reference, currency);
    sum -= await givenBack({ receipts: [], reference }, currency, further);
  }
  const found = await Promise.all(idsOf('entry').map((id) => bank.findCredit(id)));
  for (const credit of uniqueCredits(found)) {
    if (credit.isDoubtful) return refused('statement_missing');
    if (credit.reference !== '' || credit.currency !== currency) continue;
    sum += credit.units - (await givenBack({ receipts: credit.ids, reference: '' }, currency, further));
  }
  return ok(sum);
}

function isSameAccount(one: string, other: string): boolean {
  const [a, b] = [one, other].map((account) => account.replaceAll(/\s/g, '').toUpperCase());
  return a !== '' && a === b;
}
