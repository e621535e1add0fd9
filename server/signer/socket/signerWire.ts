import { z } from 'zod';
import { TRANSFER_REFUSALS } from '../../providers/bank/transferRelease.ts';
import { type OrderPayments, SIGNING_REFUSALS } from '../../providers/chain/signerPort.ts';
import { WITHDRAW_REFUSALS } from '../../providers/venue/venueAccount.ts';
import { WITHDRAWAL_REFUSALS } from '../../providers/venue/withdrawalRelease.ts';

/** The messages between a worker and the signer, as JSON over the socket. Units are decimal strings. */

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

const sent = z.strictObject({
  signed: z.strictObject({ transactionId: z.string().max(100), bytes: z.string() }),
  unsigned,
});
export const uncomparedQuestion = z.strictObject({});
export const compareQuestion = z.strictObject({
  network: z.string(),
  start: z.int().nullable(),
  nextNonce: z.int().nonnegative().nullable(),
  transactions: z.array(sent),
  received: z.array(z.string().max(100)),
});

const refundId = z.string().min(1).max(64);
export const clearTransfersQuestion = z.strictObject({
  refunds: z.array(z.strictObject({ id: refundId, account: z.string().max(64) })).max(1_000),
});
export const releaseQuestion = z.strictObject({
  batchId: z.string().min(1).max(64),
  /** Base64. */
  file: z.base64().transform((text) => Buffer.from(text, 'base64')),
});
export const withdrawQuestion = z.strictObject({ withdrawalId: z.number().int().positive() });

const refusal = z.enum(SIGNING_REFUSALS);

const notDone = [
  z.strictObject({ kind: z.literal('pending') }),
  z.strictObject({
    kind: z.literal('unavailable'),
    retryAfterMs: z.number(),
    detail: z.string(),
    cause: z.literal('comparison').optional(),
  }),
  z.strictObject({ kind: z.literal('unknown'), detail: z.string() }),
] as const;

function createRefusalSchema<const Reasons extends readonly string[]>(reasons: Reasons) {
  return z.strictObject({ kind: z.literal('refused'), reason: z.enum(reasons), detail: z.string().optional() });
}

export const clearAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ok'), value: z.array(z.tuple([orderNo, refusal])) }),
  createRefusalSchema(SIGNING_REFUSALS),
  ...notDone,
]);

export const formAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ok'),
    value: z.strictObject({ unsigned, transactionId: z.string(), bytes: z.string(), orderNos: z.array(orderNo) }),
  }),
  createRefusalSchema(SIGNING_REFUSALS),
  ...notDone,
]);

export const uncomparedAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ok'),
    value: z.array(
      z.strictObject({
        network: z.string(),
        start: z.int(),
        nextNonce: z.int().nullable(),
        since: z.iso.datetime().transform((text) => new Date(text)),
      }),
    ),
  }),
  ...notDone,
]);

export const compareAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ok'),
    value: z.array(z.strictObject({ ...sent.shape, orderNos: z.array(orderNo) })),
  }),
  ...notDone,
]);

export const transfersAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ok'), value: z.array(z.tuple([refundId, z.enum(TRANSFER_REFUSALS)])) }),
  ...notDone,
]);

export const withdrawAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ok'), value: z.strictObject({ venueId: z.string() }) }),
  createRefusalSchema([...WITHDRAWAL_REFUSALS, ...WITHDRAW_REFUSALS]),
  ...notDone,
]);
