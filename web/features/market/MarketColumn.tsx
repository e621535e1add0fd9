import { Suspense } from 'react';
import { laterPart } from '../../ui/laterPart.ts';
import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import type { Market } from './MarketPrice.tsx';
import { MarketSkeleton } from './MarketSkeleton.tsx';

const MarketPrice = laterPart(async () => (await import('./MarketPrice.tsx')).MarketPrice);

type MarketColumnProps = {
  /** null until the currencies are known. */
  readonly market: Market | null;
};

/** Shows the market price in the second column, if there is one; loaded after everything needed to buy. */
export function MarketColumn({ market }: MarketColumnProps) {
  if (!useIsDesktop()) return null;
  return <Suspense fallback={<MarketSkeleton />}>{market ? <MarketPrice {...market} /> : <MarketSkeleton />}</Suspense>;
}
