import { buyerBlockedBy, deleteBlock } from '../../account/blockStore.ts';
import { endDocumentRequest, insertDocumentRequest } from '../../account/documentRequestStore.ts';
import { eraseBuyer, eraseLetters, erasePayers } from '../../account/erasureStore.ts';
import { forgetIdentity } from '../../account/identityLevelStore.ts';
import { insertSetLevel } from '../../account/setLevelStore.ts';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { accountDeletedMail, documentAskedMail } from '../../notification/mailTexts.ts';
import { randomToken } from '../../platform/secrets.ts';
import { endIn, levelIn } from '../buyer/againstBuyerAct.ts';
import type { OperatorContext, RequestOutcome } from '../decide.ts';
import type { BuyerAction } from '../requestActions.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { blockAccount, stopOrders } from './blockAccount.ts';
import { actOnBuyer, onBuyer } from './onBuyer.ts';

type OnBuyer = (context: OperatorContext, request: OperatorRequest) => Promise<RequestOutcome>;

/** What a worker does about a buyer. Each is judged once more, by what the console has offered it by, behind a lock. */
export const buyerActions: Readonly<Record<BuyerAction, OnBuyer>> = {
  'ask-document': onBuyer(async ({ mailWords, operatorName, publicUrl }, request, { transaction, buyer }) => {
    // A new applicant to the verifier: a former yes cannot answer.
    await forgetIdentity(transaction, buyer.id, `applicant_${randomToken()}`);
    const until = await insertDocumentRequest(transaction, { buyerId: buyer.id, requestId: request.id });
    const facts = { until, link: `${publicUrl}/verify-id` };
    await queueMail(transaction, {
      id: `document:${request.id}`,
      recipient: buyer.email,
      ...documentAskedMail(mailWords(buyer.locale), operatorName, facts),
    });
    return `a document is asked for until ${until.toISOString().slice(0, 10)}`;
  }),

  'set-level': onBuyer(async (_, { id, input }, { transaction, buyer }) => {
    const [level, endsAt] = [levelIn(input), endIn(input['until'] ?? '')];
    if (!level || !endsAt) throw new Error(`request ${id} was judged without its level`);
    await insertSetLevel(transaction, buyer.id, { level, endsAt, requestId: id });
    if (level === 2) await endDocumentRequest(transaction, buyer.id);
    return `level ${level} counts until the end of ${input['until'] ?? ''}`;
  }),

  async block(context, request) {
    // Blocked by this very request: the work was broken off before its orders were stopped, or another worker is at it.
    const blocked = await actOnBuyer(
      context,
      request,
      blockAccount,
      async (transaction) => (await buyerBlockedBy(transaction, request.id)) !== undefined,
    );
    if (blocked === 'later' || blocked.status === 'refused') return blocked;
    return stopOrders(context, request);
  },

  unblock: onBuyer(async (_, __, { transaction, buyer }) => {
    await deleteBlock(transaction, buyer.id);
    return 'the account may buy again; orders that are held stay held until each is decided';
  }),

  erase: onBuyer(async ({ mailWords, operatorName }, _, { transaction, buyer, standing }) => {
    await erasePayers(transaction, buyer.id);
    // Of a closed account the address may be somebody's new one, and the letter was written when it was closed.
    if (!standing.closedAt) {
      await eraseLetters(transaction, buyer.email);
      await queueMail(transaction, {
        id: `deleted:${randomToken()}`,
        recipient: buyer.email,
        ...accountDeletedMail(mailWords(buyer.locale), operatorName, null),
      });
    }
    await eraseBuyer(transaction, buyer.id);
    return 'the account, and what was kept of the buyer, are erased';
  }),
};
