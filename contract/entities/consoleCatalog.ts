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
    unit: z.string().nullable().describe('The unit in which people write it, such as EUR; % for a percent'),
    choices: z.array(z.string()).describe('All that a choice, or an entry of a list, may be; empty where it is free'),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    optional: z.boolean(),
    standard: fieldValue.describe('What counts where nothing is said'),
    words: z.string().describe('What it takes, said in words'),
  })
  .meta({ id: 'FieldSchema' });

/** An available act on a row, and whether this person may request it. */
export const rowAction = z
  .object({
    action: z.enum(['set', 'remove']),
    allowed: z.boolean(),
    why: z.string().describe('Why it is not for this person, or why it takes two'),
    effect: z.string(),
    takesTwo: z.boolean(),
    approvers: z.array(personName),
  })
  .meta({ id: 'RowAct' });

/** A quote as a buyer would see it, for one payment method of the operator's own offer. */
export const sampleQuote = z
  .object({
    refusal: z.string().nullable().describe('What the buyer would be told instead'),
    processingFee: figure.nullable(),
    networkFee: figure.nullable(),
    converted: figure.nullable().describe('What is left after both fees'),
    price: figure.nullable(),
    receive: figure.nullable(),
    place: z.int().min(1).nullable().describe('Among the offers of others; null where there are none to compare with'),
  })
  .meta({ id: 'SampleQuote' });

/** Simulated result of past orders in one currency. */
export const pricingSimulation = z
  .object({
    processingFees: figure,
    spread: figure.describe('What the price lies above the market’s middle, of all of them'),
    taken: figure.describe('Fees and spread together'),
    lifted: z.int().describe('Orders whose fee is the least that is charged'),
    refused: z.int().describe('Orders that would not have been made'),
    best: z.int().describe('Orders whose own offer was the cheapest of those that are kept'),
  })
  .meta({ id: 'Replayed' });
