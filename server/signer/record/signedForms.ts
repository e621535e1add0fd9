import type { UnsignedPayout } from '../../providers/chain/chainPort.ts';
import { type ChainLink, sortFields } from './rowChain.ts';

/** The payment of a form for one order, and the buyer's money that it spends. */
export type RecordedPayment = {
  readonly orderNo: string;
  readonly to: string;
  /** Minor units of the form's asset, in decimal digits. */
  readonly units: string;
  /** The buyer's payment: an ISO 4217 code and minor units in decimal digits. This money is spent once the form is signed. */
  readonly currency: string;
  readonly paidUnits: string;
};

export type RecordedInput = { readonly claim: string; readonly units: string };

/** One signed form, as the signer's own table stores it: never changed, never deleted. */
export type RecordedForm = ChainLink & {
  /** CAIP-2. */
  readonly network: string;
  /** `other`: found on a chain, and neither a payment nor a cancellation. */
  readonly purpose: 'payment' | 'cancellation' | 'other';
  /** The paying address. */
  readonly payer: string;
  readonly orderNos: readonly string[];
  /** One for each of the orders; none unless it is a payment. */
  readonly payments: readonly RecordedPayment[];
  /** Its claims, as {@link formatClaims} writes them. */
  readonly claims: readonly string[];
  /**
   * The amounts of the outputs that it spends, in minor units, one for each that {@link TreasuryKey.inputsOf} names.
   */
  readonly inputs: readonly RecordedInput[];
  /** Proofs that the money is here, one for each of the orders, as {@link splitProofs} reads it. */
  readonly proofs: readonly string[];
  /** Additional money that leaves by it beyond earlier forms, fee included, in cents of a euro by the signer's own prices. */
  readonly euroCents: bigint;
  /** The asset that it pays, and how much of it is paid for the first time, in minor units. */
  readonly asset: string;
  readonly units: bigint;
  readonly unsigned: UnsignedPayout;
  readonly transactionId: string;
  readonly bytes: string;
  /** By the clock of the signer's machine. */
  readonly signedAt: Date;
};

/** Returns the fields of a form that its MAC covers. */
export function listMacFields(form: Omit<RecordedForm, keyof ChainLink>): readonly unknown[] {
  const { network, purpose, payer, orderNos, payments, claims, inputs, proofs, euroCents, asset, units } = form;
  const { unsigned, transactionId, bytes, signedAt } = form;
  const paid = [
    orderNos,
    sortFields(payments),
    claims,
    sortFields(inputs),
    proofs,
    String(euroCents),
    asset,
    String(units),
  ];
  return [network, purpose, payer, ...paid, sortFields(unsigned), transactionId, bytes, signedAt.toISOString()];
}

/** Splits a proof: `card pi_…`, `bank RF…`, `entry …`, `words …`, each good for one order. Several of one order are joined. */
export function splitProofs(proof: string): readonly string[] {
  return proof.split(JOINT);
}

export function joinProofs(words: readonly string[]): string {
  return words.join(JOINT);
}

const JOINT = ' + ';
