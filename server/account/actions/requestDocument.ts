import { fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { COMPLIANCE } from '../../action/roles.ts';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { buildDocumentRequestMail } from '../../notification/mailTexts.ts';
import { randomToken } from '../../platform/secrets.ts';
import { DOCUMENT_REQUEST_DAYS, insertDocumentRequest } from '../identityLevels/documentRequestStore.ts';
import { resetIdentity } from '../identityLevels/identityLevelStore.ts';
import { createBuyerCheck, readAccountCommand, shortenAccountId } from './buyerActionHelpers.ts';
import { createBuyerExecutor } from './createBuyerExecutor.ts';
import { defineAccountAction } from './defineAccountAction.ts';

export const requestDocument = defineAccountAction({
  name: 'ask-document',
  subject: 'buyer',
  input: fields(),
  right: { requesters: COMPLIANCE, approvers: null },
  secondPerson: never,
  title: (subject) => `Request a document from account ${shortenAccountId(subject)}`,
  money: 'None: paid orders continue',
  button: () => ({
    label: 'Request a document',
    effect: `The buyer is notified by email and must show a document before their next order is paid; earlier documents are no longer accepted. Paid orders continue. The request lapses after ${DOCUMENT_REQUEST_DAYS} days.`,
  }),
  check: createBuyerCheck('ask-document'),
  command: {
    usage: 'ask-document ACCOUNT',
    about:
      'requires a document before the buyer’s next order is paid, even if one was verified; the buyer gets an email. It lapses after 30 days',
    read: readAccountCommand,
  },
  doneBy: 'worker',
  execute: createBuyerExecutor(
    'ask-document',
    async ({ mailTranslations, operatorName, publicUrl }, request, { transaction, buyer }) => {
      // The buyer becomes a new applicant to the verifier, so that an earlier acceptance does not apply.
      await resetIdentity(transaction, buyer.id, `applicant_${randomToken()}`);
      const until = await insertDocumentRequest(transaction, { buyerId: buyer.id, requestId: request.id });
      const facts = { until, link: `${publicUrl}/verify-id` };
      await queueMail(transaction, {
        id: `document:${request.id}`,
        recipient: buyer.email,
        ...buildDocumentRequestMail(mailTranslations(buyer.locale), operatorName, facts),
      });
      return `a document is requested until ${until.toISOString().slice(0, 10)}`;
    },
  ),
});
