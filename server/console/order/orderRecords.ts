import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Amount } from '@slipway/money/amount.ts';
import { meaningOfAlert } from '../../notification/alertStore.ts';
import type { OrderSections } from '../../operator/show/orderReport.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { maskedAccount, nameFor, seesPersonal } from '../personal/masks.ts';
import { recordOf } from './records.ts';

type RecordSections = Omit<OrderSections, 'record' | 'waiting' | 'buyer'>;

type OrderRecords = Pick<
  ConsoleCallData<'order'>,
  'attempts' | 'receipts' | 'conversions' | 'payouts' | 'refunds' | 'disputes' | 'judgements' | 'alerts'
>;

/** The things of an order, persons masked as these roles may see them. */
export function recordsOf(
  sections: RecordSections,
  roles: readonly Role[],
  { explorerUrl, settings }: Pick<ConsoleContext, 'explorerUrl' | 'settings'>,
): OrderRecords {
  const words = (text: string) => (seesPersonal(roles) ? text : '');
  return {
    attempts: sections.attempts.map(recordOf),
    receipts: sections.receipts.map(({ orderId: _order, ...entry }) =>
      recordOf({
        ...entry,
        // What the payer has written may say anything about them.
        remittance: words(entry.remittance),
        furtherText: words(entry.furtherText),
        counterpartyName: nameFor(roles, entry.counterpartyName),
        counterpartyAccount: masked(entry.counterpartyAccount),
      }),
    ),
    conversions: sections.conversions.map(recordOf),
    payouts: sections.payouts.map((payout) =>
      recordOf({
        ...payout,
        fee: payout.fee && inSymbol(settings().catalog, payout.fee),
        expectedFee: payout.expectedFee && inSymbol(settings().catalog, payout.expectedFee),
        explorer: payout.transaction === null ? null : explorerUrl?.(payout.network, payout.transaction),
      }),
    ),
    refunds: [
      ...sections.refunds.map((refund) =>
        recordOf({
          ...refund,
          creditor: refund.creditor === null ? null : nameFor(roles, refund.creditor),
          account: refund.account === null ? null : masked(refund.account),
        }),
      ),
      ...sections.refundRequests.map((asked) => recordOf({ askedByPartner: true, ...asked })),
    ],
    disputes: sections.disputes.map(recordOf),
    judgements: sections.judgements.map(recordOf),
    alerts: sections.alerts.map((alert) => recordOf({ ...alert, meaning: meaningOfAlert(alert.kind) })),
  };
}

/** The ledger's name of a coin as its symbol. */
function inSymbol(catalog: Catalog, amount: Amount): Amount {
  const crypto = [...catalog.cryptos.values()].find((one) => one.asset.id === amount.asset.id);
  return crypto ? { ...amount, asset: { ...amount.asset, code: crypto.symbol } } : amount;
}

function masked(account: string): string {
  return account === '' ? '' : maskedAccount(account);
}
