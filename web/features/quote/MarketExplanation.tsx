import { text } from '../../i18n/text.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

/** Explains the price against the market; loaded after everything needed to buy. */
export function MarketExplanation() {
  return <Tooltip label={text('edit.about_market')}>{text('edit.market_meaning')}</Tooltip>;
}
