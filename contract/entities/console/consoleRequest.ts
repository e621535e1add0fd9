import { z } from 'zod';
import { personName, statementHash } from './consolePerson.ts';

export const requestStatuses = ['waiting', 'approved', 'rejected', 'done', 'refused'] as const;

/** A request of a person. */
export const operatorRequest = z
  .object({
    id: z.int(),
    action: z.string(),
    title: z.string().describe('Title of the request'),
    subject: z.string(),
    input: z.record(z.string(), z.string()),
    requestedBy: personName,
    why: z.string(),
    requestedAt: z.iso.datetime(),
    statement: statementHash.nullable().describe('Hash of the statement to which a second approval refers'),
    status: z.enum(requestStatuses).describe('`approved`: a worker executes it next, or at its scheduled time'),
    answeredBy: personName.nullable(),
    settledAt: z.iso.datetime().nullable(),
    result: z.string().nullable(),
    /** People who may approve or reject it. */
    mayAnswer: z.array(personName),
    presentPeople: z
      .array(personName)
      .describe('Those of `mayAnswer` who have the console open and were active in the last 15 minutes'),
    lapsesAt: z.iso
      .datetime()
      .nullable()
      .describe('When the request lapses without an answer; null if it awaits no answer'),
    notBefore: z.iso.datetime().nullable().describe('Scheduled time of the execution; null: immediately'),
    mayTakeBack: z.boolean().describe('True if this person may withdraw the request'),
  })
  .meta({ id: 'OperatorRequest' });
