import type { Decimal } from '@slipway/money/decimal.ts';
import type { Outcome } from '../outcome.ts';

/** Units of each currency per unit of the base: `{ base: 'EUR', rates: { USD: 1.0832 } }`. */
export type FiatRates = {
  readonly source: string;
  readonly base: string;
  readonly rates: ReadonlyMap<string, Decimal>;
  /** When the source made them, as it reports. */
  readonly asOf: Date;
};

export interface RatesSource {
  readonly id: string;
  /** `daily`: a central bank's reference file. If it is a currency's only source, its prices are one percent wider. */
  readonly kind: 'daily' | 'live';
  getRates(): Promise<Outcome<FiatRates>>;
  /** Returns true if rates of `asOf` are as recent as the source must have at `at`, even if it publishes late. */
  isCurrent(asOf: Date, at: Date): boolean;
}
