import type { BankTransfer } from '../providers/bank/bankPort.ts';
import type { WithdrawRequest } from '../providers/venue/venueAccount.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import {
  computeBitcoinFees,
  computeWorthCents,
  MOST_FEE,
  type Paid,
  readPayments,
} from '../signer/forgedForms.testing.ts';
import { type RecordedForm, splitProofs } from '../signer/record/signedForms.ts';
import type { Release } from '../signer/releases/releases.ts';

/** Everything that a signer has released. */
export type Released = {
  readonly forms: RecordedForm[];
  /** Bytes of every form in the signer's answers. */
  readonly answered: string[];
  readonly releases: Release[];
  /** As sent to the bank. */
  readonly transfers: BankTransfer[];
  /** As requested from the venue. */
  readonly withdrawals: WithdrawRequest[];
};

/** What a payment justifies. */
export type PaymentJustification = {
  /** Money that the operator has from this payment, in euro cents. */
  readonly cents: bigint;
  /** Accounts that it may be refunded to. */
  readonly accounts: readonly string[];
  /** Addresses of the orders that it paid. */
  readonly payees: readonly string[];
};

/** The true state, independent of the tables. */
export type TrueState = {
  readonly sold: readonly Crypto[];
  readonly catalog: Catalog;
  /** By the proof of payment: `card pi_…`, `bank RF…` or `entry …`. */
  readonly justified: ReadonlyMap<string, PaymentJustification>;
  /** The receipt of each booking or acquirer payment. */
  readonly receipts: ReadonlyMap<string, string>;
  /** Coin, network, address and units of each withdrawal signed by enough operators. */
  readonly withdrawals: readonly string[];
};

/** In euro cents. */
export type AttackerGain = {
  /** Released beyond what was paid, without any payment, or in a refund or withdrawal to a third party. */
  readonly beyond: bigint;
  /** Coins of a paid order sent to another address than its buyer's. */
  readonly redirected: bigint;
};

/**
 * Returns an attacker's gain from everything that left, at the tests' prices. It reads the signed bytes, and throws if the
 * signer's record lacks one of the forms.
 */
export function measureGain(truth: TrueState, released: Released): AttackerGain {
  const deducted = new Map<string, bigint>();
  let beyond = 0n;
  let redirected = 0n;
  /** Deducts a released amount from the payments that justify it, in order, and adds the uncovered rest to `beyond`. */
  const deduct = (proofs: readonly string[], cents: bigint) => {
    let uncovered = cents;
    for (const proof of proofs) {
      const available = (truth.justified.get(proof)?.cents ?? 0n) - (deducted.get(proof) ?? 0n);
      const taken = available < uncovered ? available : uncovered;
      if (taken <= 0n) continue;
      deducted.set(proof, (deducted.get(proof) ?? 0n) + taken);
      uncovered -= taken;
    }
    beyond += uncovered;
  };

  const recorded = new Set(released.forms.map(({ bytes }) => bytes));
  if (released.answered.some((bytes) => !recorded.has(bytes))) throw new Error('a form is not in the record');
  for (const form of chooseMinableForms(truth, released.forms)) {
    const coins = [...readPayments(truth.sold, form)];
    for (const [index, { to, units }] of form.payments.entries()) {
      const at = coins.findIndex((each) => isTo(each, to) && each.units === BigInt(units));
      const [paid] = at < 0 ? [] : coins.splice(at, 1);
      if (!paid) continue;
      const proofs = splitProofs(form.proofs[index] ?? '');
      const cents = computeWorthCents(truth.catalog, paid);
      deduct(proofs, cents);
      const payees = proofs.flatMap((proof) => truth.justified.get(proof)?.payees ?? []);
      if (!payees.some((payee) => isTo(paid, payee))) redirected += cents;
    }
    // Payments in the bytes that the record does not have.
    for (const paid of coins) deduct([], computeWorthCents(truth.catalog, paid));
  }
  for (const fee of computeBitcoinFees(released.forms))
    if (fee > MOST_FEE) deduct([], computeWorthCents(truth.catalog, { asset: 'BTC', units: fee - MOST_FEE }));

  for (const { transferId, amount, creditor } of released.transfers) {
    const proof = truth.receipts.get(findRefundedReceipt(released.releases, transferId) ?? '');
    const isOwn = truth.justified.get(proof ?? '')?.accounts.includes(creditor.account);
    deduct(isOwn && proof !== undefined ? [proof] : [], amount.units);
  }

  const signed = [...truth.withdrawals];
  for (const { currency, network, address, amount } of released.withdrawals) {
    const crypto = truth.sold.find(({ id }) => id === currency);
    const units = crypto ? amount.coefficient * 10n ** BigInt(crypto.asset.decimals - amount.scale) : 0n;
    const at = signed.indexOf(`${currency} ${network} ${address} ${units}`);
    if (at >= 0) signed.splice(at, 1);
    else deduct([], computeWorthCents(truth.catalog, { asset: currency, units }));
  }

  return { beyond, redirected };
}

/** Returns forms that can all be mined: of forms with the same claims only one can, here the one that pays most. */
function chooseMinableForms(truth: TrueState, forms: readonly RecordedForm[]): readonly RecordedForm[] {
  const payments = forms.filter(({ purpose }) => purpose === 'payment');
  const computeCost = (form: RecordedForm) =>
    readPayments(truth.sold, form).reduce((sum, paid) => sum + computeWorthCents(truth.catalog, paid), 0n);
  return [...Map.groupBy(payments, ({ claims }) => claims.join()).values()].flatMap((group) => {
    return group.toSorted((one, other) => (computeCost(one) > computeCost(other) ? -1 : 1)).slice(0, 1);
  });
}

/** Returns the receipt that a transfer refunds, according to the signer's record. */
function findRefundedReceipt(releases: readonly Release[], transferId: string): string | undefined {
  return releases
    .flatMap(({ content }) => (content.kind === 'transfers' ? content.transfers : []))
    .find(({ refund }) => refund === transferId)?.receipt;
}

function isTo({ to }: Paid, address: string): boolean {
  return to.toLowerCase() === address.toLowerCase();
}
