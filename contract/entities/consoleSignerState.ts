import { z } from 'zod';
import { moneyAmount } from './consoleFigures.ts';
import { personName, statementHash } from './consolePerson.ts';
import { operatorRequest } from './consoleRequest.ts';
import { availableAction } from './consoleToday.ts';

const cappedAmount = z.object({
  cap: moneyAmount,
  used: moneyAmount.describe('More than the cap, where it was lowered since'),
});

/** State of the signer as it reports it. Its caps are set on its machine and cannot be raised here. */
export const signerState = z
  .object({
    state: z
      .enum(['signs', 'stopped', 'silent', 'unknown'])
      .describe(
        '`silent`: it has said nothing for a while; `unknown`: it never spoke, or not so that we understand it',
      ),
    heardAt: z.iso.datetime().nullable().describe('When it last said how it stands; it does so twice a minute'),
    startedAt: z.iso.datetime().nullable(),
    version: z.string().nullable(),
    pricesAt: z.iso.datetime().nullable().describe('When it last asked for prices of its own; it asks before it signs'),
    stops: z.array(
      z.object({
        who: personName.nullable().describe('Null: the file on its machine'),
        statement: statementHash.nullable(),
        since: z.iso.datetime(),
        why: z.string(),
        isSeen: z.boolean().describe('The signer has said that it goes by it'),
        start: availableAction.nullable().describe('Ends this stop alone; null for the file'),
        requests: z.array(operatorRequest).describe('That ask to end it, and wait for a second person'),
      }),
    ),
    caps: z
      .object({
        transaction: moneyAmount,
        fee: moneyAmount,
        hour: cappedAmount,
        day: cappedAmount,
        coins: z.array(cappedAmount),
        twoAbove: moneyAmount.describe('Above it the word of one person is none'),
      })
      .nullable(),
    largestDay: moneyAmount.describe('The order that was worth most, of those signed within a day'),
    lastSignedAt: z.iso.datetime().nullable(),
    contradictions: z
      .array(z.object({ row: z.string(), change: z.enum(['changed', 'added', 'removed']) }))
      .describe('Rows of the configuration that operators have not signed so; the signer uses the accepted ones'),
    stop: availableAction,
  })
  .meta({ id: 'ConsoleSigner' });
