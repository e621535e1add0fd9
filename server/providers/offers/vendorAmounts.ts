import { type Amount, fromDecimal } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { DecimalFormatError, parseDecimal, type Rounding } from '@slipway/money/decimal.ts';
import { z } from 'zod';

/** A number of a provider's answer, unchanged. */
export const vendorDecimal = z.string().refine(isDecimal, 'is no amount');

function isDecimal(text: string): boolean {
  try {
    parseDecimal(text);
    return true;
  } catch (error) {
    if (error instanceof DecimalFormatError) return false;
    throw error;
  }
}

/**
 * Converts a provider's decimal to an amount. Callers round up what the buyer pays, and down what the buyer or the
 * operator receives.
 */
export function parseVendorAmount(asset: Asset, text: string, rounding: Rounding): Amount {
  return fromDecimal(asset, parseDecimal(text), rounding);
}
