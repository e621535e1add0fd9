import { findChangeFault } from '../configuration/partnerChanges.ts';
import {
  insertChangeRequest,
  listChangeRequests,
  withdrawChangeRequest,
} from '../partner/members/changeRequestStore.ts';
import { presentChangeRequests } from '../partner/members/presentChangeRequests.ts';
import { AppError } from '../platform/http/appError.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

const MOST_REQUESTS = 50;

type ChangeCall = 'changes' | 'requestChange' | 'withdrawChange';

/** Handlers for the changes that a partner requests. A request has no effect by itself. */
export function changeCalls({ database, log }: PartnerPagesContext): Pick<PartnerPageHandlers, ChangeCall> {
  return {
    async changes(_input, { partner }) {
      const requests = await listChangeRequests(database, partner.id, { most: MOST_REQUESTS });
      return { requests: await presentChangeRequests(database, requests) };
    },

    async requestChange({ kind, values }, { partner, member }) {
      const fault = findChangeFault(partner, kind, values);
      if (fault !== undefined) throw new AppError('change_refused', { reason: fault });
      const id = await database.transaction((transaction) =>
        insertChangeRequest(transaction, { partnerId: partner.id, kind, values, memberId: member.id }),
      );
      if (id === undefined) throw new AppError('change_open');
      log.info({ partner: partner.id, member: member.id, kind, request: id }, 'a partner has requested a change');
      return { id };
    },

    async withdrawChange({ id }, { partner }) {
      if (!(await database.transaction((transaction) => withdrawChangeRequest(transaction, partner.id, id))))
        throw new AppError('member_item_unknown', { what: 'open request', name: id });
      return {};
    },
  };
}
