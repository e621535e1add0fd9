import { lazy, Suspense } from 'react';
import { loadLaterTexts } from '../../i18n/language.ts';
import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import type { Market } from './MarketPrice.tsx';
import { MarketSkeleton } from './MarketSkeleton.tsx';

const MarketPrice = lazy(async () => {
  const [{ MarketPrice: Price }] = await Promise.all([import('./MarketPrice.tsx'), loadLaterTexts()]);
  return { default: Price };
});

type MarketColumnProps = {
  /** null until the currencies are known. */
  readonly market: Market | null;
};

/** Shows the market price in the second column, if there is one; loaded after everything needed to buy. */
export function MarketColumn({ market }: MarketColumnProps) {
  if (!useIsDesktop()) return null;
  return <Suspense fallback={<MarketSkeleton />}>{market ? <MarketPrice {...market} /> : <MarketSkeleton />}</Suspense>;
}
