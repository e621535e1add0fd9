import { lazy, Suspense } from 'react';
import { loadLaterTexts } from '../../i18n/language.ts';
import { useIsDesktop } from '../../ui/useIsDesktop.ts';
import type { Market } from './MarketPrice.tsx';
import { MarketSkeleton } from './MarketSkeleton.tsx';

const MarketPrice = lazy(async () => {
  const [{ MarketPrice: Price }] = await Promise.all([import('./MarketPrice.tsx'), loadLaterTexts()]);
  return { default: Price };
});

type MarketColumnProps = {
  /** null until it is known what is bought. */
  readonly market: Market | null;
};

/** The market beside the quote, where there is a second column; fetched after everything that is needed to buy. */
export function MarketColumn({ market }: MarketColumnProps) {
  if (!useIsDesktop()) return null;
  return <Suspense fallback={<MarketSkeleton />}>{market ? <MarketPrice {...market} /> : <MarketSkeleton />}</Suspense>;
}
