import { z } from 'zod';
import { defineAction, optional } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { CommandError } from '../../action/commandError.ts';
import { ADMIN } from '../../action/roles.ts';
import { requirePartner } from '../../configuration/requirePartner.ts';
import { buildInvitationLink, INVITATION_LETTERS } from '../../partner/members/invitationLink.ts';
import { insertInvitation } from '../../partner/members/memberStore.ts';
import { readableToken, sha256 } from '../../platform/secrets.ts';
import { auditPartner, checkPartner, encryptAnswerLines, requestPartnerSecret } from './partnerActionHelpers.ts';

export const invitePartnerOwner = defineAction({
  name: 'invite-partner',
  subject: 'other',
  input: z.strictObject({ answerKey: optional() }),
  right: { requesters: ADMIN, approvers: ADMIN },
  secondPerson: always,
  isSealed: true,
  title: (subject) => `Invite an owner of partner ${subject} to the partner pages`,
  money: 'None',
  button: () => ({
    label: 'Invite an owner',
    effect:
      'One person of the partner can join its pages as an owner, and invite the others. After a second admin has approved, you can collect the link once. It is valid for three days.',
  }),
  check: checkPartner,
  command: {
    usage: 'invite-partner PARTNER',
    about:
      'requests a link with which one person of the partner joins its pages as an owner, who invites the others; a second admin approves it, and you collect it once. It is valid for three days',
    needsReason: true,
    run: (context, [id = ''], requester) => requestPartnerSecret(context, requester, id, {}),
  },
  doneBy: 'clerk',
  async execute({ database, publicUrl }, request) {
    const { subject: partnerId } = request;
    await requirePartner(database, partnerId);
    if (publicUrl === undefined) throw new CommandError("PUBLIC_URL is not set: set it to the server's public URL");
    const code = readableToken(INVITATION_LETTERS);
    const answer = await encryptAnswerLines(request, [
      buildInvitationLink(publicUrl.replace(/\/$/, ''), code),
      'It is valid for three days and for one person. It is not shown again.',
    ]);
    return async (transaction) => {
      await insertInvitation(transaction, { partnerId, role: 'owner', codeHash: sha256(code) });
      await auditPartner(transaction, request, { role: 'owner' });
      return answer;
    };
  },
});
