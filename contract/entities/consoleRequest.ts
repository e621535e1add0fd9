import { z } from 'zod';
import { personName, statementHash } from './consolePerson.ts';

export const requestStatuses = ['waiting', 'approved', 'rejected', 'done', 'refused'] as const;

/** A request of a person. */
export const operatorRequest = z
  .object({
    id: z.int(),
    action: z.string(),
    title: z.string().describe('What is asked for, as persons read it'),
    subject: z.string(),
    input: z.record(z.string(), z.string()),
    askedBy: personName,
    why: z.string(),
    askedAt: z.iso.datetime(),
    statement: statementHash.nullable().describe('What a second person agrees to'),
    status: z.enum(requestStatuses).describe('`approved`: a worker is about to do it, or waits for its time'),
    answeredBy: personName.nullable(),
    settledAt: z.iso.datetime().nullable(),
    result: z.string().nullable(),
    /** People who may approve or reject it. */
    mayAnswer: z.array(personName),
    atWork: z
      .array(personName)
      .describe('Of these, who has the console open and was there within a quarter of an hour'),
    lapsesAt: z.iso
      .datetime()
      .nullable()
      .describe('When it is over, unless somebody has answered; null where it waits for nobody'),
    notBefore: z.iso.datetime().nullable().describe('It is done at this time, and not before; null: at once'),
    mayTakeBack: z.boolean().describe('This person may take it back'),
  })
  .meta({ id: 'OperatorRequest' });
