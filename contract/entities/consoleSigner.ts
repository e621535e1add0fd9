import { z } from 'zod';
import { sum } from './consoleFigures.ts';
import { personName, statementHash } from './consolePerson.ts';
import { operatorRequest, operatorRequestExample } from './consoleRequest.ts';
import { offeredAct, offeredActExample } from './consoleToday.ts';

const capped = z.object({ cap: sum, used: sum.describe('More than the cap, where it was lowered since') });

/** The process with the keys, as it says of itself. Its caps are those of its machine: nothing here can raise them. */
export const consoleSigner = z
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
        start: offeredAct.nullable().describe('Ends this stop alone; null for the file'),
        requests: z.array(operatorRequest).describe('That ask to end it, and wait for a second person'),
      }),
    ),
    caps: z
      .object({
        transaction: sum,
        fee: sum,
        hour: capped,
        day: capped,
        coins: z.array(capped),
        twoAbove: sum.describe('Above it the word of one person is none'),
      })
      .nullable(),
    largestDay: sum.describe('The order that was worth most, of those signed within a day'),
    lastSignedAt: z.iso.datetime().nullable(),
    contradictions: z
      .array(z.object({ row: z.string(), change: z.enum(['changed', 'added', 'removed']) }))
      .describe('Rows of the configuration that operators have not signed so; the signer uses the accepted ones'),
    stop: offeredAct,
  })
  .meta({ id: 'ConsoleSigner' });

const euros = (amount: string) => ({ amount, unit: 'EUR' });

export const consoleSignerExample: z.output<typeof consoleSigner> = {
  state: 'stopped',
  heardAt: '2026-11-21T10:54:52.000Z',
  startedAt: '2026-11-18T06:00:03.000Z',
  version: '0.1.0',
  pricesAt: '2026-11-21T10:52:58.000Z',
  stops: [
    {
      who: 'tess',
      statement: 'b'.repeat(64),
      since: '2026-11-21T10:53:11.000Z',
      why: 'Something is wrong: two payouts that nobody knows',
      isSeen: true,
      start: {
        ...offeredActExample,
        act: 'start-signing',
        action: 'start-signing',
        subject: 'signer',
        input: { stop: 'b'.repeat(64) },
        label: 'Start signing',
        effect: 'This stop is over. Orders that are paid are signed for within seconds, unless another stop stands.',
      },
      requests: [{ ...operatorRequestExample, action: 'start-signing', subject: 'signer' }],
    },
  ],
  caps: {
    transaction: euros('50000.00'),
    fee: euros('100.00'),
    hour: { cap: euros('100000.00'), used: euros('4120.00') },
    day: { cap: euros('500000.00'), used: euros('38014.20') },
    coins: [{ cap: { amount: '40', unit: 'ETH' }, used: { amount: '7.4', unit: 'ETH' } }],
    twoAbove: euros('1000.00'),
  },
  largestDay: euros('1913.40'),
  lastSignedAt: '2026-11-21T10:52:59.000Z',
  contradictions: [{ row: 'crypto USDC', change: 'changed' }],
  stop: {
    ...offeredActExample,
    act: 'stop-signing',
    action: 'stop-signing',
    subject: 'signer',
    input: {},
    label: 'Stop signing',
    effect: 'Nothing is signed. Orders that are paid wait.',
    takesTwo: false,
    approvers: [],
  },
};
