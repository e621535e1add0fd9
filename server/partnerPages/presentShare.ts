import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { formatExactUnits } from '../ledger/formatExactUnits.ts';
import { parseFiatCode } from '../reconciliation/fiat.ts';

/** Returns a share, in the ledger's scale, as an amount: shares are earned in currencies only. */
export function presentShare({
  asset,
  units,
}: {
  readonly asset: string;
  readonly units: bigint;
}): PartnerPageCallData<'shares'>['owed'][number] {
  const { code, decimals } = fiatAsset(parseFiatCode(asset));
  return { amount: formatExactUnits(units, asset, decimals), unit: code };
}
