import type { UnsignedPayout } from '../providers/chain/chainPort.ts';
import { inOrder, type Link } from './chainedRows.ts';

/** What a form pays for one order, and the money for which it does. */
export type RecordedPayment = {
  readonly orderNo: string;
  readonly to: string;
  /** Minor units of the form's asset, in decimal digits. */
  readonly units: string;
  /** What the buyer paid: an ISO 4217 code and minor units in decimal digits. This money is spent once the form is signed. */
  readonly currency: string;
  readonly paidUnits: string;
};

export type RecordedInput = { readonly claim: string; readonly units: string };

/** One form that was signed, as the signer's own table keeps it: never changed, never deleted. */
export type RecordedForm = Link & {
  /** CAIP-2. */
  readonly network: string;
  readonly purpose: 'payment' | 'cancellation';
  /** The address that pays. */
  readonly payer: string;
  readonly orderNos: readonly string[];
  /** One for each of the orders; none for a cancellation. */
  readonly payments: readonly RecordedPayment[];
  /** What it uses up, as {@link nameClaims} writes it. */
  readonly claims: readonly string[];
  /** The amounts of the outputs that it spends, in minor units, one for each that {@link TreasuryKey.inputsOf} names. */
  readonly inputs: readonly RecordedInput[];
  /** What has shown that the money is here, for each of the orders, as {@link proofWords} reads it. */
  readonly proofs: readonly string[];
  /** What leaves by it beside what earlier forms were for, its fee included, in cents of a euro by the signer's own prices. */
  readonly euroCents: bigint;
  /** What it pays, and how much of it is paid for the first time, in minor units. */
  readonly asset: string;
  readonly units: bigint;
  readonly unsigned: UnsignedPayout;
  readonly transactionId: string;
  readonly bytes: string;
  /** By the clock of the signer's machine. */
  readonly signedAt: Date;
};

/** What is bound together of a form. */
export function fieldsOfForm(form: Omit<RecordedForm, keyof Link>): readonly unknown[] {
  const { network, purpose, payer, orderNos, payments, claims, inputs, proofs, euroCents, asset, units } = form;
  const { unsigned, transactionId, bytes, signedAt } = form;
  const paid = [orderNos, inOrder(payments), claims, inOrder(inputs), proofs, String(euroCents), asset, String(units)];
  return [network, purpose, payer, ...paid, inOrder(unsigned), transactionId, bytes, signedAt.toISOString()];
}

/** `card pi_…`, `bank RF…`, `entry …`, `words …`: each is good for one order. Several of one order are joined. */
export function proofWords(proof: string): readonly string[] {
  return proof.split(JOINT);
}

export function joinProofs(words: readonly string[]): string {
  return words.join(JOINT);
}

const JOINT = ' + ';
