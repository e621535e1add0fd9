import { z } from 'zod';
import { figure } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';

/** The value of a configuration field. Null: the field is absent, or is removed. */
export const fieldValue = z
  .union([z.string().max(500), z.number(), z.boolean(), z.array(z.string().max(200)).max(500), z.null()])
  .meta({ id: 'FieldValue' });

export const fieldValues = z.record(z.string().max(60), fieldValue).meta({ id: 'FieldValues' });

/**
 * Describes the values that a field accepts, as the configuration validates them. A percentage is stored as a fraction of
 * one.
 */
export const fieldSchema = z
  .object({
    name: z.string(),
    type: z.enum(['text', 'decimal', 'percent', 'number', 'yes_or_no', 'choice', 'list']),
    unit: z
      .string()
      .nullable()
      .describe('The unit in which the value is displayed and entered, such as EUR; % for a percentage'),
    choices: z
      .array(z.string())
      .describe('Allowed values of a choice or of list entries; empty if any value is allowed'),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    optional: z.boolean(),
    standard: fieldValue.describe('Value that applies if the field is absent'),
    description: z.string().describe('Description of the accepted values'),
  })
  .meta({ id: 'FieldSchema' });

/** An available act on a row, and whether this person may request it. */
export const rowAction = z
  .object({
    action: z.enum(['set', 'remove']),
    allowed: z.boolean(),
    why: z.string().describe('Reason why this person may not request it, or why it requires two approvals'),
    effect: z.string(),
    needsSecondApproval: z.boolean(),
    approvers: z.array(personName),
  })
  .meta({ id: 'RowAct' });

/** A quote as a buyer would see it, for one payment method of the operator's own offer. */
export const sampleQuote = z
  .object({
    refusal: z.string().nullable().describe('Message that the buyer would see instead; null if there is a quote'),
    processingFee: figure.nullable().describe("The operator's and the payment method's fee"),
    networkFee: figure.nullable(),
    converted: figure.nullable().describe('Amount that remains after both fees'),
    price: figure.nullable().describe('Price of one unit of the crypto in the pay currency'),
    receive: figure.nullable(),
    place: z
      .int()
      .min(1)
      .nullable()
      .describe('Rank among the offers of other providers; null if there are none to compare with'),
  })
  .meta({ id: 'SampleQuote' });

/** Simulated result of past orders in one currency. */
export const pricingSimulation = z
  .object({
    processingFees: figure,
    spread: figure.describe('Total spread of these orders over the mid-market price'),
    taken: figure.describe('Sum of fees and spread'),
    lifted: z.int().describe('Orders that are charged the minimum fee'),
    refused: z.int().describe('Orders that would have been declined'),
    best: z.int().describe('Orders for which the own offer was the cheapest of the stored offers'),
  })
  .meta({ id: 'Replayed' });
