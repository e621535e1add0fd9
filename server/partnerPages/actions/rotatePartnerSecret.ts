import { z } from 'zod';
import { defineAction } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { requireKeys } from '../../action/clerkContext.ts';
import { ADMIN } from '../../action/roles.ts';
import { approveSecretRequest } from '../../configuration/partnerChanges.ts';
import { requirePartner } from '../../configuration/requirePartner.ts';
import { rotateSecret } from '../../partner/secretStore.ts';
import { formatWebhookSecret } from '../../platform/webhook/signWebhook.ts';
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

export const rotatePartnerSecret = defineAction({
  name: 'rotate-secret',
  subject: 'other',
  input: z.strictObject(secretFields),
  right: { requesters: ADMIN, approvers: ADMIN },
  secondPerson: always,
  isSealed: true,
  title: (subject, input) => `Rotate the webhook secret of partner ${subject}${formatSecretEnding(input)}`,
  money: 'None',
  button: () => ({
    label: 'Rotate webhook secret',
    effect:
      'The previous and the new secret sign for 24 hours. To use only the new one, add --at-once to the command. After a second admin has approved, you can collect the new secret once.',
  }),
  check: checkPartner,
  command: {
    usage: 'rotate-secret PARTNER [--at-once]',
    about:
      "requests a partner's next webhook secret; a second admin approves it, and you collect it once. The previous one signs for 24 more hours; with --at-once it ends immediately",
    needsReason: true,
    run: (context, [id = ''], requester) => requestPartnerSecret(context, requester, id, readAtOnce(context)),
  },
  doneBy: 'clerk',
  async execute(context, request) {
    await requirePartner(context.database, request.subject);
    const { partnerSecrets } = requireKeys(context);
    return async (transaction) => {
      const atOnce = isAtOnce(request);
      const secret = await rotateSecret(transaction, partnerSecrets, request.subject, { atOnce });
      await approveSecretRequest(transaction, request.subject, 'webhookSecret', request.id);
      await auditPartner(transaction, request, { atOnce });
      return encryptAnswerLines(request, [formatWebhookSecret(secret), 'It is not shown again.']);
    };
  },
});
