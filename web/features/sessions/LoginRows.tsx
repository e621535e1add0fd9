import './sessionRows.css';
import LogIn from 'lucide-react/icons/log-in';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { formatTime } from '../../i18n/formatTime.ts';
import { getLocale, type TextKey, text } from '../../i18n/text.ts';
import { ListCard } from '../../ui/rows/ListCard.tsx';
import { formatCountry, formatDevice } from './deviceText.ts';
import type { ListedLogin } from './sessionQueries.ts';

const icon = { size: 22, strokeWidth: 1.9, 'aria-hidden': true } as const;

const TEXT_BY_LOGIN_METHOD: Readonly<Record<ListedLogin['by'], TextKey>> = {
  code: 'sessions.by_code',
  passkey: 'sessions.by_passkey',
  partner: 'sessions.by_partner',
};

type LoginRowsProps = { readonly logins: readonly ListedLogin[]; readonly labelledBy: string };

/** Lists the latest logins to the account, including failed ones. */
export function LoginRows({ logins, labelledBy }: LoginRowsProps) {
  return (
    <ListCard labelledBy={labelledBy}>
      {logins.map((login) => (
        <LoginRow key={`${login.at} ${login.outcome} ${login.country} ${login.browser}`} login={login} />
      ))}
    </ListCard>
  );
}

function LoginRow({ login }: { readonly login: ListedLogin }) {
  const { outcome, by, times, country, at } = login;
  const failed = outcome === 'failed';
  return (
    <li className="session-row" data-failed={failed ? '' : undefined}>
      <span className="session-row-icon">{failed ? <ShieldAlert {...icon} /> : <LogIn {...icon} />}</span>
      <div className="session-row-words">
        <p className="session-row-name">
          {failed ? text('sessions.failed', { times }) : text(TEXT_BY_LOGIN_METHOD[by])}
        </p>
        <p className="hint">
          {!failed && <span>{formatDevice(login)}</span>}
          {country !== '' && <span>{formatCountry(country)}</span>}
          <span>{formatTime(new Date(at), getLocale(), 'minutes')}</span>
        </p>
      </div>
    </li>
  );
}
