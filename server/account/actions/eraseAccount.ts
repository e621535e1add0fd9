import { fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { COMPLIANCE } from '../../action/roles.ts';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { buildAccountDeletedMail } from '../../notification/mailTexts.ts';
import { randomToken } from '../../platform/secrets.ts';
import { eraseBuyer, eraseEmailRecords, erasePayers } from '../deletion/erasureStore.ts';
import { createBuyerCheck, readAccountCommand, shortenAccountId } from './buyerActionHelpers.ts';
import { createBuyerExecutor } from './createBuyerExecutor.ts';
import { defineAccountAction } from './defineAccountAction.ts';

export const eraseAccount = defineAccountAction({
  name: 'erase',
  subject: 'buyer',
  input: fields(),
  right: { requesters: COMPLIANCE, approvers: null },
  secondPerson: never,
  title: (subject) => `Erase account ${shortenAccountId(subject)}`,
  money: 'None: amounts and postings are kept',
  button: () => ({
    label: 'Delete personal data',
    effect:
      'The account and the buyer’s personal data are deleted permanently. Amounts and ledger entries stay, without a name.',
  }),
  check: createBuyerCheck('erase'),
  command: {
    usage: 'erase ACCOUNT',
    about:
      'erases an account and the buyer’s personal data permanently, once no order is open and no retention period applies',
    read: readAccountCommand,
  },
  doneBy: 'worker',
  execute: createBuyerExecutor(
    'erase',
    async ({ mailTranslations, operatorName }, _, { transaction, buyer, state }) => {
      await erasePayers(transaction, buyer.id);
      // The email address of a closed account may belong to a new account, and the buyer was emailed when it was closed.
      if (!state.closedAt) {
        await eraseEmailRecords(transaction, buyer.email);
        await queueMail(transaction, {
          id: `deleted:${randomToken()}`,
          recipient: buyer.email,
          ...buildAccountDeletedMail(mailTranslations(buyer.locale), operatorName, null),
        });
      }
      await eraseBuyer(transaction, buyer.id);
      return "the account and the buyer's personal data are erased";
    },
  ),
});
