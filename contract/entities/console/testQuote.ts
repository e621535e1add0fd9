import { z } from 'zod';
import { cryptoId } from '../scalars.ts';
import { figure } from './consoleFigures.ts';

/** Test inquiry that a person sends to a provider. */
export const testInquiry = z.object({
  pay: figure.describe('Amount that a buyer would pay'),
  payCurrency: z.string().max(3),
  crypto: cryptoId.max(33),
  method: z.string().max(40),
  country: z.string().max(2).describe('Assumed country of the buyer, ISO 3166-1 alpha-2'),
});

export type TestInquiry = z.infer<typeof testInquiry>;

/** The provider's answer: an offer, a refusal, or nothing usable. */
export const testAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ok'),
    pay: figure,
    receive: figure,
    processingFee: figure.describe("The provider's fee"),
    networkFee: figure,
    affiliateFee: figure.describe('Affiliate fee that the provider pays the operator'),
    publishedMinutes: z.int(),
    identity: z.enum(['basic', 'document']).describe('Identity data that the provider requires'),
    needsAccount: z.boolean(),
  }),
  z.object({
    kind: z.literal('refused'),
    reason: z.string(),
    limit: figure.nullable().describe('The nearest amount that the provider accepts, if it reports one'),
    detail: z.string(),
  }),
  z.object({ kind: z.literal('unavailable'), detail: z.string() }),
]);

export type TestAnswer = z.infer<typeof testAnswer>;

export const testQuote = z.object({
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  question: testInquiry,
  symbol: z.string().describe('Symbol of the coin'),
  milliseconds: z.int().nullable().describe('Response time; null while the request is pending'),
  answer: testAnswer.nullable(),
});
