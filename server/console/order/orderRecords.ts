import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Amount } from '@slipway/money/amount.ts';
import { describeAlertKind } from '../../notification/alertStore.ts';
import type { OrderSections } from '../../operator/show/orderReport.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { canSeePersonalData, maskAccount, maskNameForRoles } from '../personal/masks.ts';
import { buildDisplayRecord } from './displayRecord.ts';

type RecordSections = Omit<OrderSections, 'record' | 'waiting' | 'buyer'>;

type OrderRecords = Pick<
  ConsoleCallData<'order'>,
  'attempts' | 'receipts' | 'conversions' | 'payouts' | 'refunds' | 'disputes' | 'judgements' | 'alerts'
>;

/** Returns the records of an order, personal data masked for these roles. */
export function buildOrderRecords(
  sections: RecordSections,
  roles: readonly Role[],
  { explorerUrl, settings }: Pick<ConsoleContext, 'explorerUrl' | 'settings'>,
): OrderRecords {
  const redactText = (text: string) => (canSeePersonalData(roles) ? text : '');
  return {
    attempts: sections.attempts.map(buildDisplayRecord),
    receipts: sections.receipts.map(({ orderId: _order, ...entry }) =>
      buildDisplayRecord({
        ...entry,
        // The payer's text may contain personal data.
        remittance: redactText(entry.remittance),
        furtherText: redactText(entry.furtherText),
        counterpartyName: maskNameForRoles(roles, entry.counterpartyName),
        counterpartyAccount: maskKnownAccount(entry.counterpartyAccount),
      }),
    ),
    conversions: sections.conversions.map(buildDisplayRecord),
    payouts: sections.payouts.map((payout) =>
      buildDisplayRecord({
        ...payout,
        fee: payout.fee && replaceCodeBySymbol(settings().catalog, payout.fee),
        expectedFee: payout.expectedFee && replaceCodeBySymbol(settings().catalog, payout.expectedFee),
        explorer: payout.transaction === null ? null : explorerUrl?.(payout.network, payout.transaction),
      }),
    ),
    refunds: [
      ...sections.refunds.map((refund) =>
        buildDisplayRecord({
          ...refund,
          creditor: refund.creditor === null ? null : maskNameForRoles(roles, refund.creditor),
          account: refund.account === null ? null : maskKnownAccount(refund.account),
        }),
      ),
      ...sections.refundRequests.map((request) => buildDisplayRecord({ askedByPartner: true, ...request })),
    ],
    disputes: sections.disputes.map(buildDisplayRecord),
    judgements: sections.judgements.map(buildDisplayRecord),
    alerts: sections.alerts.map((alert) => buildDisplayRecord({ ...alert, meaning: describeAlertKind(alert.kind) })),
  };
}

/** Replaces a coin's ledger code with its symbol. */
function replaceCodeBySymbol(catalog: Catalog, amount: Amount): Amount {
  const crypto = [...catalog.cryptos.values()].find((one) => one.asset.id === amount.asset.id);
  return crypto ? { ...amount, asset: { ...amount.asset, code: crypto.symbol } } : amount;
}

function maskKnownAccount(account: string): string {
  return account === '' ? '' : maskAccount(account);
}
