import { createHmac } from 'node:crypto';
import { equalBytes } from '../platform/secrets.ts';
import type { UnsignedPayout } from '../providers/chain/chainPort.ts';

/** One form that was signed, as the signer's own table keeps it: never changed, never deleted. */
export type RecordedForm = {
  /** From 1, without a gap. */
  readonly number: number;
  /** CAIP-2. */
  readonly network: string;
  readonly purpose: 'payment' | 'cancellation';
  readonly orderNos: readonly string[];
  /** What it uses up, as {@link claimWords} writes it. */
  readonly claims: readonly string[];
  /** Who has said that the money is here, for each of the orders: `card pi_…`, `bank RF…`. */
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
  /** HMAC-SHA256 over all of it and the one before it: a row that was changed, dropped or put in between does not fit. */
  readonly mac: Buffer;
};

/** Where the chain of forms ends. */
export type RecordHead = Pick<RecordedForm, 'number' | 'mac'>;

export const NO_FORMS: RecordHead = { number: 0, mac: Buffer.alloc(0) };

/** The table does not say what was signed: somebody has written in it, or a part of it is lost. */
export class BrokenRecordError extends Error {
  override name = 'BrokenRecordError';
}

export function linkedTo(
  key: Uint8Array,
  before: RecordHead,
  form: Omit<RecordedForm, 'number' | 'mac'>,
): RecordedForm {
  const numbered = { ...form, number: before.number + 1 };
  return { ...numbered, mac: macOf(key, before, numbered) };
}

/** Throws a {@link BrokenRecordError} for a form that does not follow the one before it. */
export function assertFollows(key: Uint8Array, before: RecordHead, form: RecordedForm): void {
  const fits = form.number === before.number + 1 && equalBytes(macOf(key, before, form), form.mac);
  if (!fits) throw new BrokenRecordError(`form ${form.number} does not follow form ${before.number}`);
}

function macOf(key: Uint8Array, before: RecordHead, form: Omit<RecordedForm, 'mac'>): Buffer {
  const { number, network, purpose, orderNos, claims, proofs, euroCents, asset, units, unsigned } = form;
  const { transactionId, bytes, signedAt } = form;
  const fields = [number, network, purpose, orderNos, claims, proofs, String(euroCents), asset, String(units)];
  const text = JSON.stringify([...fields, sorted(unsigned), transactionId, bytes, signedAt.toISOString()]);
  return createHmac('sha256', key).update(before.mac).update(text).digest();
}

/** A database gives the fields of an object back in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sorted(field)]);
}
