import CreditCard from 'lucide-react/icons/credit-card';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { CallError } from '../../api/callError.ts';
import { CardRows, CardRowsSkeleton } from '../../features/cards/CardRows.tsx';
import { useCards } from '../../features/cards/cardQueries.ts';
import { MenuButton } from '../../features/menu/MenuButton.tsx';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Note } from '../../ui/Note.tsx';
import { NothingYet } from '../../ui/NothingYet.tsx';
import { Page } from '../../ui/page/Page.tsx';
import './accountPages.css';

/** Cards: the buyer's saved cards; each can be deleted. */
export function Cards() {
  const cards = useCards();
  const failed = !cards.data && cards.isError && !(cards.error instanceof CallError && cards.error.handled);
  return (
    <Page
      layout="wide"
      actions={<MenuButton />}
      foot={
        cards.data?.length === 0 && (
          <ButtonLink kind="filled" href="/edit">
            {text('trouble.to_buy')}
          </ButtonLink>
        )
      }
    >
      {failed && (
        <EmptyState
          message={errorText(cards.error)}
          action={text('ui.try_again')}
          onAction={() => void cards.refetch()}
        />
      )}
      {!failed && !cards.data && <CardRowsSkeleton />}
      {cards.data && (
        <CardRows
          cards={cards.data}
          whenEmpty={
            <NothingYet
              icon={<CreditCard size={32} strokeWidth={1.6} aria-hidden="true" />}
              message={text('cards.empty')}
              detail={text('cards.empty_detail')}
            />
          }
        />
      )}
      {cards.data && cards.data.length > 0 && (
        <div className="account-note">
          <Note icon={<ShieldCheck size={18} strokeWidth={2.1} aria-hidden="true" />}>{text('cards.where')}</Note>
        </div>
      )}
    </Page>
  );
}
