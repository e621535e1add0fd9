import { z } from 'zod';
import { optional } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { COMPLIANCE } from '../../action/roles.ts';
import { deleteDocumentRequest } from '../identityLevels/documentRequestStore.ts';
import { insertFixedLevel } from '../identityLevels/fixedLevelStore.ts';
import { createBuyerCheck, findAccountId, shortenAccountId } from './buyerActionHelpers.ts';
import type { BuyerState } from './buyerStateStore.ts';
import { createBuyerExecutor } from './createBuyerExecutor.ts';
import { defineAccountAction } from './defineAccountAction.ts';
import { parseDayEnd, parseLevel } from './findBuyerActionProblem.ts';

export const setBuyerLevel = defineAccountAction({
  name: 'set-level',
  subject: 'buyer',
  input: z.strictObject({ level: z.string(), until: z.string(), because: optional() }),
  right: { requesters: COMPLIANCE, approvers: COMPLIANCE },
  secondPerson: always,
  title: (subject, { level, until }) => `Set account ${shortenAccountId(subject)} to level ${level} until ${until}`,
  money: 'None: the account’s limits change at once',
  button: ({ verifiedLevel }: Pick<BuyerState, 'verifiedLevel'>) => ({
    label: 'Set identity level',
    effect: `The level applies to limits and new orders immediately, through the date that you enter. Then the verified level applies again, currently ${verifiedLevel}. Paid orders do not change.`,
  }),
  check: createBuyerCheck('set-level'),
  command: {
    usage: 'set-level ACCOUNT 1 | 2 --until YYYY-MM-DD [--because TEXT]',
    about:
      'overrides a buyer’s identity level until a date; a level above the verified one needs evidence in --because; needs two people',
    read: async (context, [account = '', level = '']) => ({
      subject: await findAccountId(context, account),
      input: { level, until: context.options['until'] ?? '', because: context.options['because'] ?? '' },
    }),
  },
  doneBy: 'worker',
  execute: createBuyerExecutor(
    'set-level',
    async (_, { id, input: { level: wanted, until } }, { transaction, buyer }) => {
      const [level, endsAt] = [parseLevel(wanted), parseDayEnd(until)];
      if (!level || !endsAt) throw new Error(`request ${id} was judged without its level`);
      await insertFixedLevel(transaction, buyer.id, { level, endsAt, requestId: id });
      if (level === 2) await deleteDocumentRequest(transaction, buyer.id);
      return `level ${level} applies until the end of ${until}`;
    },
  ),
});
