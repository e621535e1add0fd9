import type { UnsignedPayout } from '../providers/chain/chainPort.ts';
import { inOrder, type Link } from './chainedRows.ts';

/** One form that was signed, as the signer's own table keeps it: never changed, never deleted. */
export type RecordedForm = Link & {
  /** CAIP-2. */
  readonly network: string;
  readonly purpose: 'payment' | 'cancellation';
  readonly orderNos: readonly string[];
  /** What it uses up, as {@link claimWords} writes it. */
  readonly claims: readonly string[];
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
  const { network, purpose, orderNos, claims, proofs, euroCents, asset, units, unsigned } = form;
  const { transactionId, bytes, signedAt } = form;
  const paid = [network, purpose, orderNos, claims, proofs, String(euroCents), asset, String(units)];
  return [...paid, inOrder(unsigned), transactionId, bytes, signedAt.toISOString()];
}

/** `card pi_…`, `bank RF…`, `entry …`, `words …`: each is good for one order. Several of one order are joined. */
export function proofWords(proof: string): readonly string[] {
  return proof.split(JOINT);
}

export function joinProofs(words: readonly string[]): string {
  return words.join(JOINT);
}

const JOINT = ' + ';
