import { formatAmount, parseAmount, SurplusDigitsError } from '@slipway/money/amount.ts';
import { DecimalFormatError, parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { fractionOfPercent } from '@slipway/money/percent.ts';
import { processingFee } from '@slipway/money/pricing.ts';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import type { FieldTexts } from './fieldTexts.ts';

const PAID = '100';

/** What the fee as it is written takes of 100: `A buyer who pays 100.00 EUR pays a fee of 4.20 EUR.` Undefined if it cannot be read. */
export function exampleFee(key: string, texts: FieldTexts): string | undefined {
  const { percent = '', fixed = '', minimum = '' } = texts;
  const fraction = fractionOfPercent(percent.trim());
  if (fraction === undefined) return undefined;
  const asset = fiatAsset(key.split('/')[1] ?? '');
  const paid = parseAmount(asset, PAID);
  try {
    const fee = processingFee(
      {
        percent: parseDecimal(fraction),
        fixed: parseAmount(asset, fixed.trim()),
        minimum: parseAmount(asset, minimum.trim()),
      },
      paid,
    );
    return `A buyer who pays ${moneyWithCode(formatAmount(paid), asset.code)} pays a fee of ${moneyWithCode(formatAmount(fee), asset.code)}.`;
  } catch (error) {
    if (error instanceof DecimalFormatError || error instanceof SurplusDigitsError) return undefined;
    throw error;
  }
}
