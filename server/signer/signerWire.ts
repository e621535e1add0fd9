import { z } from 'zod';
import { type OrderPayments, SIGNING_REFUSALS } from '../providers/chain/signerPort.ts';

/** What a worker and the signer say to each other, as JSON over the socket. Units are decimal strings. */

const unsigned = z.custom<{ readonly kind: string }>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
);
const orderNo = z.string().min(1).max(64);
const orderNos = z.array(orderNo).min(1).max(100);
const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const asset = z.strictObject({ id: z.string(), code: z.string(), decimals: z.number().int().min(0).max(36) });

const payment = z.strictObject({ orderNo, request: z.strictObject({ asset, to: z.string().max(200), units }) });

export const clearQuestion = z.strictObject({ orderNos: z.array(orderNo).max(100) });

export const payQuestion = z.strictObject({
  network: z.string(),
  unsigned,
  payments: z
    .array(payment)
    .min(1)
    .max(100)
    .transform((payments) => payments as unknown as OrderPayments),
});

export const cancelQuestion = z.strictObject({ network: z.string(), unsigned, orderNos });

const refusal = z.enum(SIGNING_REFUSALS);

const notSaid = [
  z.strictObject({ kind: z.literal('pending') }),
  z.strictObject({ kind: z.literal('unavailable'), retryAfterMs: z.number(), detail: z.string() }),
  z.strictObject({ kind: z.literal('unknown'), detail: z.string() }),
  z.strictObject({ kind: z.literal('refused'), reason: refusal, detail: z.string().optional() }),
] as const;

export const clearAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ok'), value: z.array(z.tuple([orderNo, refusal])) }),
  ...notSaid,
]);

export const formAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ok'),
    value: z.strictObject({ unsigned, transactionId: z.string(), bytes: z.string(), orderNos: z.array(orderNo) }),
  }),
  ...notSaid,
]);
