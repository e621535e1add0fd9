import { z } from 'zod';
import { defineAction } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { requireKeys } from '../../action/clerkContext.ts';
import { ADMIN } from '../../action/roles.ts';
import { approveSecretRequest } from '../../configuration/partnerChanges.ts';
import { requirePartner } from '../../configuration/requirePartner.ts';
import { rotateLinkKey } from '../../partner/linkKeyStore.ts';
import {
  auditPartner,
  checkPartner,
  encryptAnswerLines,
  formatSecretEnding,
  isAtOnce,
  readAtOnce,
  requestPartnerSecret,
  secretFields,
} from './partnerActionHelpers.ts';

export const rotatePartnerLinkKey = defineAction({
  name: 'rotate-link-key',
  subject: 'other',
  input: z.strictObject(secretFields),
  right: { requesters: ADMIN, approvers: ADMIN },
  secondPerson: always,
  isSealed: true,
  title: (subject, input) => `Rotate the link key of partner ${subject}${formatSecretEnding(input)}`,
  money: 'None',
  button: () => ({
    label: 'Rotate link key',
    effect:
      'Links signed with the previous key open for 24 more hours. To end this immediately, add --at-once to the command. After a second admin has approved, you can collect the new key once.',
  }),
  check: checkPartner,
  command: {
    usage: 'rotate-link-key PARTNER [--at-once]',
    about:
      "requests a partner's next key for signing links; a second admin approves it, and you collect it once. Links signed with the previous key open for 24 more hours; with --at-once they stop immediately",
    needsReason: true,
    run: (context, [id = ''], requester) => requestPartnerSecret(context, requester, id, readAtOnce(context)),
  },
  doneBy: 'clerk',
  async execute(context, request) {
    await requirePartner(context.database, request.subject);
    const { partnerSecrets } = requireKeys(context);
    return async (transaction) => {
      const atOnce = isAtOnce(request);
      const { id, secret } = await rotateLinkKey(transaction, partnerSecrets, request.subject, { atOnce });
      await approveSecretRequest(transaction, request.subject, 'linkKey', request.id);
      await auditPartner(transaction, request, { atOnce });
      return encryptAnswerLines(request, [
        id,
        secret.toString('base64url'),
        'The first line is the key’s id, the second its secret, which is not shown again.',
      ]);
    };
  },
});
