import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { TransferRefusal } from '../../providers/bank/transferRelease.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { BankFileReader, BookedCredit } from '../bankFiles/bankFileReader.ts';
import type { FormRecord } from '../record/formRecord.ts';
import { splitProofs } from '../record/signedForms.ts';
import type { SignedOperatorRequest } from '../signedRequests/findSignedRequests.ts';
import type { Vouches } from '../signedRequests/orderStatements.ts';
import { dedupeCredits } from '../verifyPayment.ts';
import type { PaidBackCalculator } from './paidBackCalculator.ts';
import type { RefundRow } from './releaseStore.ts';
import type { ReleasedTransfer, ReleaseRecord } from './releases.ts';

export type TransferContext = {
  readonly record: FormRecord;
  readonly releases: ReleaseRecord;
  readonly card: Pick<CardAcquirer, 'getPayment'>;
  readonly bank: BankFileReader | undefined;
  readonly sumPaidBack: PaidBackCalculator;
  /** Returns the requests that two people have signed to pay money to this account. */
  listSignedRequests(account: string): Promise<readonly SignedOperatorRequest[]>;
  findVouches(orderNo: string): Promise<Vouches>;
};

/** A transfer in a file, or about to be written into one. */
export type RequestedTransfer = Pick<RefundRow, 'id' | 'currency' | 'units'> & {
  /** The recipient's account, IBAN or another id. */
  readonly account: string;
};

/** A transfer that may be released, without its block in a file, and the claims that the release uses. */
export type ClearedTransfer = {
  readonly transfer: Omit<ReleasedTransfer, 'block'>;
  readonly claims: readonly string[];
};

/** Money that was received, by bank or through the acquirer. */
type Money = {
  /** Minor units that were not paid back: of the receipt, or of all money with its reference if these are fewer. */
  readonly remaining: bigint;
  /** The order reference of the receipt; '' for none. */
  readonly reference: string;
  /** The proofs with which its order was paid, from the signer's record. */
  readonly proofs: readonly string[];
};

/**
 * Judges whether a transfer may leave. It must go to the account from which the money came according to the bank, or to an
 * account that two people have signed. Its amount may not exceed the part of that money for which no coins were signed and
 * that was not paid back. The database tables only provide ids to look up and prove nothing. `further`: the other transfers
 * that are about to be released.
 */
export async function judgeTransfer(
  context: TransferContext,
  requestedTransfer: RequestedTransfer,
  row: RefundRow | undefined,
  further: readonly ReleasedTransfer[],
): Promise<Outcome<ClearedTransfer, TransferRefusal>> {
  if (
    context.releases.isUsed(`refund ${requestedTransfer.id}`) ||
    further.some(({ refund }) => refund === requestedTransfer.id)
  )
    return refused('already_released');
  if (!row) return refused('not_written');
  // The order may have been frozen after its refund was written into a file.
  if (row.isFrozen) return refused('order_frozen');
  const credit = await context.bank?.findCredit(row.receiptId);
  if (credit?.isDoubtful || (credit && (await context.bank?.isDoubtful(credit.reference))))
    return refused('statement_missing');
  const isOwn = credit !== undefined && isSameAccount(credit.account, requestedTransfer.account);
  const payeeStatement = isOwn ? undefined : await findPayeeStatement(context, requestedTransfer, row, credit);
  if (!isOwn && !payeeStatement) return refused('account_unproved');
  const found = await findMoney(
    context,
    { requested: requestedTransfer, row, credit, request: payeeStatement },
    further,
  );
  if (found.kind !== 'ok') return found;
  const money = found.value;
  if (money && requestedTransfer.units > money.remaining) return refused('not_owed');
  // People have signed which order it belongs to; an attacker may have changed the row.
  const orderNo = payeeStatement?.action === 'pay-to' ? payeeStatement.subject : row.orderNo;
  const spentCheck = await refuseSpentMoney(context, { requested: requestedTransfer, orderNo, money }, further);
  if (spentCheck.kind !== 'ok') return spentCheck;
  const { id: refund, currency, units } = requestedTransfer;
  const transfer = {
    refund,
    receipt: credit?.ids[0] ?? row.receiptId,
    reference: money?.reference ?? '',
    currency,
    units: `${units}`,
  };
  return ok({ transfer, claims: [`refund ${refund}`, ...(payeeStatement ? [`said ${payeeStatement.hash}`] : [])] });
}

/** Returns the first unused request that two people have signed and that permits this transfer; undefined for none. */
async function findPayeeStatement(
  { releases, listSignedRequests }: TransferContext,
  { currency, units, account }: RequestedTransfer,
  row: RefundRow,
  credit: BookedCredit | undefined,
): Promise<SignedOperatorRequest | undefined> {
  const payeeRequests = await listSignedRequests(account);
  return payeeRequests.find(({ action, subject, input, hash }) => {
    if (releases.isUsed(`said ${hash}`)) return false;
    // Only for a card payment: the acquirer reports the order and the amount, which this request does not contain.
    if (action === 'refund-by-bank') return credit === undefined && subject === row.orderNo;
    const isOfReceipt = (action === 'return' ? subject : input['receipt']) === row.receiptId;
    return isOfReceipt && isWithin(input['amount'] ?? '', currency, units);
  });
}

/** Returns true if the units are within the signed maximum, such as `25.00 EUR`. */
function isWithin(amountText: string, currency: string, units: bigint): boolean {
  const [digits = '', code = ''] = amountText.split(' ');
  if (code !== currency) return false;
  try {
    return units <= parseAmount(fiatAsset(code), digits).units;
  } catch {
    return false;
  }
}

type TransferEvidence = {
  readonly requested: RequestedTransfer;
  readonly row: RefundRow;
  readonly credit: BookedCredit | undefined;
  readonly request: SignedOperatorRequest | undefined;
};

/**
 * Returns the money of a receipt. Undefined if no source reports the receipt any more, but two people have signed the amount
 * to pay back.
 */
async function findMoney(
  { card, sumPaidBack, bank }: TransferContext,
  { requested: { currency }, row: { receiptId }, credit, request }: TransferEvidence,
  further: readonly ReleasedTransfer[],
): Promise<Outcome<Money | undefined, TransferRefusal>> {
  const ofReceipt = { receipts: credit?.ids ?? [receiptId], reference: '' };
  if (credit) {
    if (credit.currency !== currency) return refused('not_owed');
    const { reference } = credit;
    const remaining = credit.units - (await sumPaidBack(ofReceipt, currency, further));
    const named = reference === '' || !bank ? remaining : await bank.sumReceived(reference, currency);
    const ofAll = named - (reference === '' ? 0n : await sumPaidBack({ receipts: [], reference }, currency, further));
    const proofs = [...credit.ids.map((id) => `entry ${id}`), ...(reference === '' ? [] : [`bank ${reference}`])];
    return ok({ remaining: ofAll < remaining ? ofAll : remaining, reference, proofs });
  }
  if (request?.action !== 'refund-by-bank') return ok(undefined);
  const payment = await card.getPayment(receiptId);
  if (payment.kind === 'refused') return refused('not_owed');
  if (payment.kind !== 'ok') return payment;
  const { orderNo, capturedAmount, refundedAmount } = payment.value;
  if (orderNo !== request.subject || capturedAmount.asset.code !== currency) return refused('not_owed');
  const kept = capturedAmount.units - (refundedAmount?.units ?? 0n);
  const remaining = kept - (await sumPaidBack(ofReceipt, currency, further));
  return ok({ remaining, reference: '', proofs: [`card ${receiptId}`] });
}

/**
 * Refuses to transfer money that paid for coins that were signed, unless two people have vouched that the coins have not left:
 * the signer itself cannot read the chain. Reads the signer's own record, since the order's row may have been changed and
 * sealed again.
 */
async function refuseSpentMoney(
  context: TransferContext,
  {
    requested: requestedTransfer,
    orderNo: named,
    money,
  }: { readonly requested: RequestedTransfer; readonly orderNo: string | null; readonly money: Money | undefined },
  further: readonly ReleasedTransfer[],
): Promise<Outcome<void, TransferRefusal>> {
  const { record, findVouches } = context;
  const proved = money?.proofs.flatMap((proof) => record.findOrderByProof(proof) ?? []) ?? [];
  const unproved = named !== null && isUnproved(record, named, money) ? [named] : [];
  for (const orderNo of new Set([...proved, ...unproved])) {
    const spent = findSpentMoney(record, orderNo, requestedTransfer.currency);
    const proofs = listProofs(record, orderNo);
    if (spent !== undefined && proofs.length > 0) {
      const remaining = await computeUnspentMoney(context, proofs, requestedTransfer.currency, further);
      if (remaining.kind !== 'ok') return remaining;
      if (remaining.value - requestedTransfer.units >= spent) continue;
    }
    if (!(await findVouches(orderNo)).has('refund')) return refused('coins_signed');
  }
  return ok(undefined);
}

/** Returns the minor units that paid for an order's signed coins; undefined without such coins or in another currency. */
function findSpentMoney(record: FormRecord, orderNo: string, currency: string): bigint | undefined {
  const payments = record
    .listByOrder(orderNo)
    .flatMap((form) => form.payments.filter((each) => each.orderNo === orderNo));
  if (payments.length === 0 || payments.some((payment) => payment.currency !== currency)) return undefined;
  const units = payments.map(({ paidUnits }) => BigInt(paidUnits));
  return units.reduce((most, each) => (each > most ? each : most), 0n);
}

/** Returns an order's proofs of payment from when its coins were signed. A vouch does not count as money. */
function listProofs(record: FormRecord, orderNo: string): readonly string[] {
  const orderProofs = record
    .listByOrder(orderNo)
    .flatMap(({ proofs, orderNos }) => splitProofs(proofs[orderNos.indexOf(orderNo)] ?? ''));
  return [...new Set(orderProofs)].filter((proof) => /^(?:card|bank|entry) /.test(proof));
}

/**
 * Returns true if coins were signed for the order, and either without a proof of payment, or for money that no source reports
 * any more.
 */
function isUnproved(record: FormRecord, orderNo: string, money: Money | undefined): boolean {
  const isSigned = record.listByOrder(orderNo).some(({ purpose }) => purpose === 'payment');
  return isSigned && (money === undefined || listProofs(record, orderNo).length === 0);
}

/** Returns how much of the money of these proofs was not paid back, in minor units. */
async function computeUnspentMoney(
  { bank, card, sumPaidBack }: TransferContext,
  proofs: readonly string[],
  currency: string,
  further: readonly ReleasedTransfer[],
): Promise<Outcome<bigint, TransferRefusal>> {
  const listIds = (kind: string) =>
    proofs.flatMap((proof) => (proof.startsWith(`${kind} `) ? [proof.slice(kind.length + 1)] : []));
  let sum = 0n;
  for (const id of listIds('card')) {
    const payment = await card.getPayment(id);
    if (payment.kind === 'refused') return refused('not_owed');
    if (payment.kind !== 'ok') return payment;
    const { capturedAmount, refundedAmount } = payment.value;
    sum += capturedAmount.units - (refundedAmount?.units ?? 0n);
    sum -= await sumPaidBack({ receipts: [id], reference: '' }, currency, further);
  }
  if (!bank) return ok(sum);
  for (const reference of listIds('bank')) {
    if (await bank.isDoubtful(reference)) return refused('statement_missing');
    sum += await bank.sumReceived(reference, currency);
    sum -= await sumPaidBack({ receipts: [], reference }, currency, further);
  }
  const found = await Promise.all(listIds('entry').map((id) => bank.findCredit(id)));
  for (const credit of dedupeCredits(found)) {
    if (credit.isDoubtful) return refused('statement_missing');
    if (credit.reference !== '' || credit.currency !== currency) continue;
    sum += credit.units - (await sumPaidBack({ receipts: credit.ids, reference: '' }, currency, further));
  }
  return ok(sum);
}

function isSameAccount(one: string, other: string): boolean {
  const [a, b] = [one, other].map((account) => account.replaceAll(/\s/g, '').toUpperCase());
  return a !== '' && a === b;
}
