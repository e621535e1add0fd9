import './cardRows.css';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { getServerTime } from '../../api/serverClock.ts';
import { findText, text } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ConfirmSheet } from '../../ui/overlay/ConfirmSheet.tsx';
import { useDeletion } from '../../ui/overlay/useDeletion.ts';
import { CardBrand } from '../../ui/picture/CardBrand.tsx';
import { ListCard } from '../../ui/rows/ListCard.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { formatExpiry, isExpired, type SavedCard } from './cardExpiry.ts';
import { useDeleteCard } from './cardQueries.ts';

type CardRowsProps = {
  readonly cards: readonly SavedCard[];
  /** Shown instead of an empty list. */
  readonly whenEmpty: ReactNode;
};

/** Lists the saved cards; each can be deleted. */
export function CardRows({ cards, whenEmpty }: CardRowsProps) {
  const {
    focusTarget,
    pending: cardToDelete,
    requestDeletion,
    cancel,
    working,
    confirm,
  } = useDeletion(useDeleteCard());
  const [now] = useState(() => new Date(getServerTime()));
  return (
    <>
      <div ref={focusTarget} tabIndex={-1} className="list-rest">
        {cards.length === 0 ? (
          whenEmpty
        ) : (
          <ListCard label={text('cards.list')}>
            {cards.map((card) => (
              <CardRow key={card.cardId} card={card} expired={isExpired(card, now)} onDelete={requestDeletion} />
            ))}
          </ListCard>
        )}
      </div>
      <ConfirmSheet
        open={cardToDelete !== null}
        onClose={cancel}
        title={text('cards.delete_question')}
        act={text('cards.delete_act')}
        onAct={() => void confirm()}
        working={working}
      >
        {cardToDelete && text('cards.delete_explained', { card: formatCardName(cardToDelete) })}
      </ConfirmSheet>
    </>
  );
}

type CardRowProps = {
  readonly card: SavedCard;
  readonly expired: boolean;
  readonly onDelete: (card: SavedCard) => void;
};

function CardRow({ card, expired, onDelete }: CardRowProps) {
  const name = formatCardName(card);
  return (
    <li className="card-row" data-expired={expired ? '' : undefined}>
      <CardBrand brand={card.brand} />
      <div className="card-row-words">
        <p className="card-row-name">{name}</p>
        {expired ? (
          <StatusTag tone="warn">{text('cards.expired', formatExpiry(card))}</StatusTag>
        ) : (
          <p className="hint num">{text('card.expires', formatExpiry(card))}</p>
        )}
      </div>
      <IconButton
        label={text('cards.delete', { card: name })}
        icon={<Trash2 size={20} strokeWidth={1.9} aria-hidden="true" />}
        hasPopup="dialog"
        onClick={() => onDelete(card)}
      />
    </li>
  );
}

/** Returns `Visa ·· 4242`. */
function formatCardName({ brand, last4 }: SavedCard): string {
  return text('card.short', { brand: findText(`brand.${brand}`) ?? brand, last4 });
}

export function CardRowsSkeleton() {
  return (
    <div aria-busy="true">
      <output className="unseen">{text('ui.loading')}</output>
      <div className="list-card" aria-hidden="true">
        {[0, 1].map((index) => (
          <div key={index} className="card-row">
            <Skeleton width={40} height={26} />
            <div className="card-row-words card-row-bones">
              <Skeleton width={130} height={14} />
              <Skeleton width={90} height={11} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
