import { z } from 'zod';
import { personName, statementHash } from './consolePerson.ts';

export const requestStatuses = ['waiting', 'approved', 'rejected', 'done', 'refused'] as const;

/** What a person has asked for. */
export const operatorRequest = z
  .object({
    id: z.int(),
    action: z.string(),
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
    /** Who may say yes or no to it. */
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

export const operatorRequestExample: z.output<typeof operatorRequest> = {
  id: 41,
  action: 'refuse',
  subject: '7KQ2M4XD9TAB3HWPEN56',
  input: {},
  askedBy: 'ben',
  why: 'Fraud, says the bank: both said so on the phone',
  askedAt: '2026-11-21T10:38:12.000Z',
  statement: 'a'.repeat(64),
  status: 'waiting',
  answeredBy: null,
  settledAt: null,
  result: null,
  mayAnswer: ['carl'],
  atWork: ['carl'],
  lapsesAt: '2026-11-22T10:38:12.000Z',
  notBefore: null,
  mayTakeBack: false,
};
