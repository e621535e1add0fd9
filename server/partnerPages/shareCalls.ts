import { formatDecimal } from '@slipway/money/decimal.ts';
import { fractionToPercent } from '@slipway/money/percent.ts';
import { computeOwedShares, listBookedSharePayments, listEarnedShares } from '../partner/shareStore.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';
import { presentShare } from './presentShare.ts';

/** Handlers for a partner's shares, by the ledger, as the operator's console shows them. */
export function shareCalls({ database }: PartnerPagesContext): Pick<PartnerPageHandlers, 'shares'> {
  return {
    async shares(_input, { partner }) {
      const earned = await listEarnedShares(database, partner.id);
      const [owed, payments] = await Promise.all([
        computeOwedShares(database, earned, partner.id),
        listBookedSharePayments(database, partner.id),
      ]);
      return {
        share: fractionToPercent(formatDecimal(partner.share)),
        owed: [...(owed.get(partner.id) ?? [])]
          .filter(([, units]) => units !== 0n)
          .map(([asset, units]) => presentShare({ asset, units })),
        earned: earned.map(({ month, orders, ...share }) => ({ month, orders, share: presentShare(share) })),
        payments: payments.map(({ entryId, bookedOn, until, endToEndId, ...amount }) => ({
          id: entryId,
          bookedOn,
          amount: presentShare(amount),
          until: until.toISOString(),
          reference: endToEndId || null,
        })),
      };
    },
  };
}
