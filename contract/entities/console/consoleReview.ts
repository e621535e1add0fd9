import { z } from 'zod';
import { orderNo } from '../scalars.ts';
import { deskSubject } from './consoleDesk.ts';
import { deadline, moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';
import { operatorRequest } from './consoleRequest.ts';

/** Kinds of reviews, in the order of the chips. */
export const reviewKinds = ['identity', 'names', 'held', 'dispute', 'unallocated'] as const;
export const reviewKind = z.enum(reviewKinds);

/** The kind and the item's id: `held-7KQ2M4XD9TAB3HWPEN56`. */
export const reviewId = z
  .string()
  .max(120)
  .regex(/^(?:identity|names|held|dispute|unallocated)-[\w.:-]+$/, 'must be the id of a review, such as names-41')
  .meta({ id: 'ReviewId', example: 'names-41' });

export const tone = z
  .enum(['plain', 'good', 'warn'])
  .describe('Emphasis of the display; the text has the same meaning without it');

/** A field that stays masked until a person reveals it, which is logged. */
export const maskedField = z
  .object({
    about: z.enum(['buyer', 'booking']),
    subject: z.string().min(1).max(120),
    field: z.enum(['mail', 'phone', 'birthDate', 'address', 'document', 'account']),
  })
  .meta({ id: 'MaskedField' });

/** A name-value pair of the evidence. */
export const evidenceLine = z
  .object({ name: z.string(), value: z.string(), tone, reveal: maskedField.nullable() })
  .meta({ id: 'EvidenceLine' });

/** Text as written; the parts that differ from the other side are marked. */
export const evidenceCell = z
  .object({
    words: z.array(z.object({ text: z.string(), differs: z.boolean() })),
    reveal: maskedField.nullable(),
  })
  .meta({ id: 'EvidenceCell' });

/** An available decision. */
export const decision = z
  .object({
    key: z.string().max(1).describe('Keyboard shortcut that selects the decision; it never submits it'),
    action: z.string(),
    subject: z.string(),
    input: z.record(z.string(), z.string()),
    label: z.string(),
    effect: z.string().describe('Effect on the order and the money'),
    allowed: z.boolean(),
    why: z.string().describe('Reason why it is not allowed; empty if it is'),
    needsSecondApproval: z.boolean(),
    approvers: z.array(personName).describe('People who may give the second approval'),
  })
  .meta({ id: 'Decision' });

export const reviewRow = z
  .object({
    id: reviewId,
    kind: reviewKind,
    desk: deskSubject.describe('Item that can be assigned and that notes refer to'),
    who: z.string().describe('The buyer or the payer; initials for roles that may not see names'),
    cause: z.string(),
    amount: moneyAmount.nullable(),
    orderNo: orderNo.nullable(),
    takenBy: personName.nullable().describe('Assignee; null if unassigned'),
    deadline,
  })
  .meta({ id: 'ReviewRow' });

/** An order that a payment without a reference may belong to. */
export const candidate = z
  .object({
    orderNo,
    status: z.string(),
    due: moneyAmount,
    buyer: z.string(),
    createdAt: z.iso.datetime(),
    score: z.int().min(0).max(100),
    parts: z.object({
      amount: z.int().min(0).max(100),
      name: z.int().min(0).max(100),
      time: z.int().min(0).max(100),
    }),
  })
  .meta({ id: 'Candidate' });

export const reviewDetail = reviewRow
  .extend({
    lead: z.string().describe('Status of the money'),
    isOpen: z.boolean(),
    buyerId: z.string().nullable(),
    columns: z.array(z.string()),
    rows: z.array(
      z.object({ name: z.string(), cells: z.array(evidenceCell), verdict: z.object({ text: z.string(), tone }) }),
    ),
    groups: z.array(z.object({ title: z.string(), lines: z.array(evidenceLine) })),
    checklist: z
      .array(z.object({ what: z.string(), at: z.iso.datetime().nullable(), isThere: z.boolean() }))
      .describe('For a dispute: evidence in the records that supports the operator'),
    candidates: z.array(candidate),
    decisions: z.array(decision),
    answer: z
      .object({
        dispute: z.string().describe("The acquirer's id of the dispute"),
        order: z.string(),
        amount: z.string().describe('Amount in the form in which it is signed'),
        until: z.iso.datetime().nullable().describe('Deadline of the bank for evidence'),
        allowed: z.boolean(),
        why: z.string().describe('Reason why evidence cannot be submitted now, or not by this person; empty if it can'),
      })
      .nullable()
      .describe('For a dispute: whether evidence can be submitted manually'),
    note: z.string().describe('Note about the decision; may be empty'),
    requests: z.array(operatorRequest).describe('Requests about the review that are not executed yet'),
  })
  .meta({ id: 'ShownReview' });
