import { useSearchParams } from 'wouter';
import { formatDate } from '../../i18n/formatDate.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page } from '../../ui/page/Page.tsx';
import './accountPages.css';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Confirms the deletion: what was deleted and until when the rest is kept. Needs no login, because it has just ended. */
export function AccountDeleted() {
  const [search] = useSearchParams();
  const day = search.get('keptUntil') ?? '';
  const keptUntil = DAY.test(day) ? new Date(`${day}T12:00:00`) : null;
  const date = keptUntil && !Number.isNaN(keptUntil.getTime()) ? formatDate(keptUntil, getLocale()) : null;
  return (
    <Page
      ownHeading
      foot={
        <ButtonLink kind="ghost" href="/edit">
          {text('trouble.to_buy')}
        </ButtonLink>
      }
    >
      <div className="account-goodbye">
        <h1 className="lead">{text('title.account_deleted')}</h1>
        <p>{date === null ? text('settings.deleted_gone') : text('settings.deleted_kept', { date })}</p>
        <p className="hint">{text('settings.deleted_logged_out')}</p>
      </div>
    </Page>
  );
}
