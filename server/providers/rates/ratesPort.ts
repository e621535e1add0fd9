import type { Decimal } from '@slipway/money/decimal.ts';
import type { Outcome } from '../outcome.ts';

/** Units of each currency for one of the base: `{ base: 'EUR', rates: { USD: 1.0832 } }`. */
export type FiatRates = {
  readonly source: string;
  readonly base: string;
  readonly rates: ReadonlyMap<string, Decimal>;
  /** When the source made them, by its own word. */
  readonly asOf: Date;
};

export interface RatesSource {
  readonly id: string;
  /** `daily`: a central bank's reference file, priced one percent wider when it stands alone. */
  readonly kind: 'daily' | 'live';
  getRates(): Promise<Outcome<FiatRates>>;
  /** Whether rates of that time are what a source of this rhythm has to offer at another, or ones that it should have renewed. */
  isCurrent(asOf: Date, at: Date): boolean;
}
