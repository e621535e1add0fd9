import { type ComponentProps, lazy, Suspense } from 'react';
import { loadLaterTexts } from '../../i18n/language.ts';
import { useIsDesktop } from '../../ui/useIsDesktop.ts';

const MarketPrice = lazy(async () => {
  const [{ MarketPrice: Market }] = await Promise.all([import('./MarketPrice.tsx'), loadLaterTexts()]);
  return { default: Market };
});

/** The market beside the quote, where there is a second column; fetched after everything that is needed to buy. */
export function MarketColumn(props: ComponentProps<typeof MarketPrice>) {
  if (!useIsDesktop()) return null;
  return (
    <Suspense>
      <MarketPrice {...props} />
    </Suspense>
  );
}
