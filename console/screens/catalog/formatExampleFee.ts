import { formatAmount, parseAmount, SurplusDigitsError } from '@slipway/money/amount.ts';
import { DecimalFormatError, parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { percentToFraction } from '@slipway/money/percent.ts';
import { computeProcessingFee } from '@slipway/money/pricing.ts';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import type { FieldTexts } from './fieldTexts.ts';

const EXAMPLE_AMOUNT = '100';

/**
 * Returns a sentence with the fee of a purchase of 100: `A buyer who pays 100.00 EUR pays a fee of 4.20 EUR.` Undefined if
 * the typed values cannot be parsed.
 */
export function formatExampleFee(key: string, texts: FieldTexts): string | undefined {
  const { percent = '', fixed = '', minimum = '' } = texts;
  const fraction = percentToFraction(percent.trim());
  if (fraction === undefined) return undefined;
  const asset = fiatAsset(key.split('/')[1] ?? '');
  const paid = parseAmount(asset, EXAMPLE_AMOUNT);
  try {
    const fee = computeProcessingFee(
      {
        percent: parseDecimal(fraction),
        fixed: parseAmount(asset, fixed.trim()),
        minimum: parseAmount(asset, minimum.trim()),
      },
      paid,
    );
    return `A buyer who pays ${formatAmountWithCode(formatAmount(paid), asset.code)} pays a fee of ${formatAmountWithCode(formatAmount(fee), asset.code)}.`;
  } catch (error) {
    if (error instanceof DecimalFormatError || error instanceof SurplusDigitsError) return undefined;
    throw error;
  }
}
