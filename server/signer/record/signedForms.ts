import { z } from 'zod';
import type { UnsignedPayout } from '../../providers/chain/chainPort.ts';
import { type ChainLink, sortFields, type WithoutLink } from './rowChain.ts';
import type { TakeOver } from './takeOver.ts';

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
  /** `other`: found on a chain, and neither a payment nor a cancellation. `take-over`: signs nothing, see {@link TakeOver}. */
  readonly purpose: 'payment' | 'cancellation' | 'other' | 'take-over';
  /** The paying address; the signer's name for a take-over. */
  readonly payer: string;
  readonly orderNos: readonly string[];
  /** One for each of the orders; none unless it is a payment. */
  readonly payments: readonly RecordedPayment[];
  /** Its claims, as {@link formatClaims} writes them. */
  readonly claims: readonly string[];
  /**
   * The amounts of the outputs that it spends, in minor units, one for each input that {@link TreasuryKey.listInputs}
   * returns.
   */
  readonly inputs: readonly RecordedInput[];
  /** Proofs of payment, one for each of the orders, as {@link splitProofs} reads it. */
  readonly proofs: readonly string[];
  /** The money, fee included, that leaves by this form and by no earlier one, in cents of a euro by the signer's own prices. */
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

/** Returns the row of a take-over, which moves no money. */
export function buildTakeOverForm({ signer, instance, epoch }: TakeOver, signedAt: Date): WithoutLink<RecordedForm> {
  const nothing = { orderNos: [], payments: [], claims: [], inputs: [], proofs: [], euroCents: 0n, units: 0n };
  const fields = {
    network: '',
    asset: '',
    transactionId: '',
    bytes: '',
    unsigned: { kind: 'take-over', instance, epoch },
  };
  return { purpose: 'take-over', payer: signer, ...nothing, ...fields, signedAt };
}

const takeOverFields = z.object({ instance: z.string(), epoch: z.int() });

/** Returns the take-over if the form is one. */
export function readTakeOverForm({ purpose, payer, unsigned }: RecordedForm): TakeOver | undefined {
  if (purpose !== 'take-over') return undefined;
  return { signer: payer, ...takeOverFields.parse(unsigned) };
}

/**
 * Splits the joined proofs of an order: `card pi_…`, `bank RF…`, `entry …` (a booking), `words …` (people vouched that it is
 * paid), `chain …` (a payment that was found on the chain). Each proof is good for one order.
 */
export function splitProofs(proof: string): readonly string[] {
  return proof.split(JOINT);
}

export function joinProofs(proofs: readonly string[]): string {
  return proofs.join(JOINT);
}

const JOINT = ' + ';
