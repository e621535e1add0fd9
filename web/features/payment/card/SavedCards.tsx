import { findText, text } from '../../../i18n/text.ts';
import { RadioCards } from '../../../ui/form/RadioCards.tsx';
import { CardBrand } from '../../../ui/picture/CardBrand.tsx';
import type { SavedCard } from '../preparation/prepareOrder.ts';

type SavedCardsProps = {
  readonly cards: readonly SavedCard[];
  readonly chosen: string;
  readonly onChoose: (cardId: string) => void;
};

/** Lists saved cards (`Visa ·· 4242`); one of them is chosen to pay. */
export function SavedCards({ cards, chosen, onChoose }: SavedCardsProps) {
  return (
    <RadioCards
      label={text('selectCard.cards')}
      hideLabel
      value={chosen}
      choices={cards.map((card) => ({
        value: card.cardId,
        title: formatCardName(card),
        detail: text('card.expires', {
          month: String(card.expiryMonth).padStart(2, '0'),
          year: String(card.expiryYear).slice(-2),
        }),
        end: <CardBrand brand={card.brand} />,
      }))}
      onChange={onChoose}
    />
  );
}

function formatCardName({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string {
  return text('card.short', { brand: findText(`brand.${brand}`) ?? brand, last4 });
}
