import { buildInvitationLink, INVITATION_LETTERS } from '../partner/members/invitationLink.ts';
import {
  deleteMember,
  insertInvitation,
  listInvitations,
  listMembers,
  lockOwners,
} from '../partner/members/memberStore.ts';
import { AppError } from '../platform/http/appError.ts';
import { readableToken, sha256 } from '../platform/secrets.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

const MOST_MEMBERS = 50;

type MemberCall = 'members' | 'inviteMember' | 'removeMember';

/** Handlers for the people of a partner. */
export function memberCalls({ database, publicUrl, log }: PartnerPagesContext): Pick<PartnerPageHandlers, MemberCall> {
  return {
    async members(_input, { member, partner }) {
      const [list, invitations] = await Promise.all([
        listMembers(database, partner.id),
        listInvitations(database, partner.id),
      ]);
      return {
        members: list.map(({ id, name, email, role, joinedAt, lastUsedAt }) => ({
          id,
          name,
          email,
          role,
          joinedAt: joinedAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
          isYou: id === member.id,
        })),
        invitations: invitations.map(({ id, role, invitedAt, expiresAt }) => ({
          id,
          role,
          invitedAt: invitedAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
      };
    },

    async inviteMember({ role }, { member, partner }) {
      const code = readableToken(INVITATION_LETTERS);
      const expiresAt = await database.repeatableTransaction(async (transaction) => {
        // The lock prevents two owners from exceeding the maximum at the same time.
        await lockOwners(transaction, partner.id);
        const list = await listMembers(transaction, partner.id);
        const open = await listInvitations(transaction, partner.id);
        if (list.length + open.length >= MOST_MEMBERS) throw new AppError('members_full', { count: MOST_MEMBERS });
        return insertInvitation(transaction, { partnerId: partner.id, role, codeHash: sha256(code) });
      });
      log.info({ partner: partner.id, member: member.id, role }, 'a member of a partner was invited');
      return { link: buildInvitationLink(publicUrl, code), expiresAt: expiresAt.toISOString() };
    },

    async removeMember({ id }, { member, partner }) {
      await database.repeatableTransaction(async (transaction) => {
        const owners = await lockOwners(transaction, partner.id);
        if (owners.has(id) && owners.size === 1) throw new AppError('last_owner');
        if (!(await deleteMember(transaction, partner.id, id)))
          throw new AppError('member_item_unknown', { what: 'member', name: id });
      });
      log.info({ partner: partner.id, member: member.id, removed: id }, 'a member of a partner was removed');
      return {};
    },
  };
}
