import type { BankTransfer } from '../../providers/bank/bankPort.ts';
import type { WithdrawRequest } from '../../providers/venue/venueAccount.ts';
import type { Catalog, Crypto } from '../../purchase/catalog/catalog.ts';
import { bitcoinFees, MOST_FEE, type Paid, readPaid, worthCents } from '../../signer/forgedForms.testing.ts';
import type { Release } from '../../signer/releases.ts';
import { proofWords, type RecordedForm } from '../../signer/signedForms.ts';

/** Everything that a signer has let go. */
export type Departed = {
  readonly forms: RecordedForm[];
  /** Bytes of every form that it has answered with. */
  readonly answered: string[];
  readonly releases: Release[];
  /** As the bank was given them. */
  readonly transfers: BankTransfer[];
  /** As the venue was asked for them. */
  readonly withdrawals: WithdrawRequest[];
};

/** What a payment is good for. */
export type Justified = {
  /** Cents of a euro that are here of it. */
  readonly cents: bigint;
  /** To which it may go back. */
  readonly accounts: readonly string[];
  /** Addresses of the orders that it paid for. */
  readonly payees: readonly string[];
};

/** What is true, whatever the tables say. */
export type Truth = {
  readonly sold: readonly Crypto[];
  readonly catalog: Catalog;
  /** By `card pi_…`, `bank RF…` and `entry …`. */
  readonly justified: ReadonlyMap<string, Justified>;
  /** Which of them a booking, or a payment of the acquirer, belongs to. */
  readonly receipts: ReadonlyMap<string, string>;
  /** Coin, network, address and units of each withdrawal that enough persons have signed. */
  readonly withdrawals: readonly string[];
};

/** Cents of a euro. */
export type Gain = {
  /** Left beyond what was paid, or for nothing that was paid, or in a refund or withdrawal to somebody else. */
  readonly beyond: bigint;
  /** Coins of a paid order that went to another address than its buyer's. */
  readonly redirected: bigint;
};

/** Returns what an attacker has gained by all that has left, at the prices of the tests. Reads the bytes, not what they are called. */
export function measureGain(truth: Truth, departed: Departed): Gain {
  const out = new Map<string, bigint>();
  let beyond = 0n;
  let redirected = 0n;
  /** Takes it from the money that was paid for it, one payment after the other. */
  const leave = (proofs: readonly string[], cents: bigint) => {
    let rest = cents;
    for (const proof of proofs) {
      const here = (truth.justified.get(proof)?.cents ?? 0n) - (out.get(proof) ?? 0n);
      const taken = here < rest ? here : rest;
      if (taken <= 0n) continue;
      out.set(proof, (out.get(proof) ?? 0n) + taken);
      rest -= taken;
    }
    beyond += rest;
  };

  const recorded = new Set(departed.forms.map(({ bytes }) => bytes));
  if (departed.answered.some((bytes) => !recorded.has(bytes))) throw new Error('a form is not in the record');
  for (const form of chooseForms(truth, departed.forms)) {
    const coins = [...readPaid(truth.sold, form)];
    for (const [index, { to, units }] of form.payments.entries()) {
      const at = coins.findIndex((each) => isTo(each, to) && each.units === BigInt(units));
      const [paid] = at < 0 ? [] : coins.splice(at, 1);
      if (!paid) continue;
      const proofs = proofWords(form.proofs[index] ?? '');
      const cents = worthCents(truth.catalog, paid);
      leave(proofs, cents);
      const payees = proofs.flatMap((proof) => truth.justified.get(proof)?.payees ?? []);
      if (!payees.some((payee) => isTo(paid, payee))) redirected += cents;
    }
    // What it pays beside what the record says.
    for (const paid of coins) leave([], worthCents(truth.catalog, paid));
  }
  for (const fee of bitcoinFees(departed.forms))
    if (fee > MOST_FEE) leave([], worthCents(truth.catalog, { asset: 'BTC', units: fee - MOST_FEE }));

  for (const { transferId, amount, creditor } of departed.transfers) {
    const proof = truth.receipts.get(receiptOf(departed.releases, transferId) ?? '');
    const isOwn = truth.justified.get(proof ?? '')?.accounts.includes(creditor.account);
    leave(isOwn && proof !== undefined ? [proof] : [], amount.units);
  }

  const signed = [...truth.withdrawals];
  for (const { currency, network, address, amount } of departed.withdrawals) {
    const crypto = truth.sold.find(({ id }) => id === currency);
    const units = crypto ? amount.coefficient * 10n ** BigInt(crypto.asset.decimals - amount.scale) : 0n;
    const at = signed.indexOf(`${currency} ${network} ${address} ${units}`);
    if (at >= 0) signed.splice(at, 1);
    else leave([], worthCents(truth.catalog, { asset: currency, units }));
  }

  return { beyond, redirected };
}

/** Payments that can all be mined: of forms with the same claims only one can, and the dearest counts. */
function chooseForms(truth: Truth, forms: readonly RecordedForm[]): readonly RecordedForm[] {
  const payments = forms.filter(({ purpose }) => purpose === 'payment');
  const costOf = (form: RecordedForm) =>
    readPaid(truth.sold, form).reduce((sum, paid) => sum + worthCents(truth.catalog, paid), 0n);
  return [...Map.groupBy(payments, ({ claims }) => claims.join()).values()].flatMap((group) => {
    return group.toSorted((one, other) => (costOf(one) > costOf(other) ? -1 : 1)).slice(0, 1);
  });
}

/** The receipt whose money a transfer gives back, by the signer's record. */
function receiptOf(releases: readonly Release[], transferId: string): string | undefined {
  return releases
    .flatMap(({ content }) => (content.kind === 'transfers' ? content.transfers : []))
    .find(({ refund }) => refund === transferId)?.receipt;
}

function isTo({ to }: Paid, address: string): boolean {
  return to.toLowerCase() === address.toLowerCase();
}
