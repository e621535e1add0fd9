import RotateCw from 'lucide-react/icons/rotate-cw';
import { useEffect, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { useLine } from '../api/line.ts';
import { previousPath } from '../app/previousPath.ts';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { isOwnPath } from '../features/session/session.ts';
import { type TextKey, text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TroublePage } from '../ui/TroublePage.tsx';

type TroubleTexts = { readonly title: TextKey; readonly message?: TextKey; readonly meaning: TextKey };

/** Fetches the page from which the buyer came here again; by itself, when the network was gone and has come back. */
function Reload() {
  // A page that could not even be loaded is named by the address, see web/worker/.
  const from = new URLSearchParams(useSearch()).get('from') ?? '';
  const back = isOwnPath(from) ? from : previousPath() || '/';
  const line = useLine();
  const [wasOffline, setWasOffline] = useState(false);
  if (line === 'offline' && !wasOffline) setWasOffline(true);
  const returned = wasOffline && line === 'good';
  useEffect(() => {
    if (returned) location.replace(back);
  }, [returned, back]);
  return (
    <Button icon={<RotateCw size={18} strokeWidth={2.3} aria-hidden="true" />} onClick={() => location.assign(back)}>
      {text('ui.reload')}
    </Button>
  );
}

function trouble({ title, message, meaning }: TroubleTexts, acts: 'reload' | 'orders' | 'buy') {
  return () => (
    <TroublePage
      title={text(title)}
      {...(message && { message: text(message) })}
      meaning={text(meaning)}
      actions={<MenuButton />}
      acts={
        <>
          {acts === 'reload' && <Reload />}
          {acts === 'buy' ? (
            <ButtonLink kind="filled" href="/">
              {text('trouble.to_buy')}
            </ButtonLink>
          ) : (
            <ButtonLink kind="ghost" href="/my-orders">
              {text('menu.orders')}
            </ButtonLink>
          )}
        </>
      }
      reference={text('trouble.time', { time: `${new Date().toISOString().slice(11, 16)} UTC` })}
    />
  );
}

export const ServerTimeout = trouble(
  { title: 'title.server_timeout', message: 'trouble.timeout', meaning: 'trouble.order_goes_on' },
  'reload',
);
export const NoRespond = trouble(
  { title: 'title.no_respond', message: 'trouble.no_respond', meaning: 'trouble.order_goes_on' },
  'reload',
);
export const AccessDenied = trouble(
  { title: 'title.access_denied', message: 'error.region_denied', meaning: 'trouble.nothing_charged' },
  'orders',
);
export const TransactionRestricted = trouble(
  { title: 'title.restricted', message: 'error.risk_control', meaning: 'trouble.nothing_charged' },
  'orders',
);
export const NotFound = trouble({ title: 'title.not_found', meaning: 'trouble.not_found' }, 'buy');

/** Longer names than this are not repeated: no crypto has one. */
const LONGEST_NAME = 24;

/** In place of a buying page whose address names a crypto that nobody sells here. */
export function UnknownCrypto() {
  const [path] = useLocation();
  const { getCurrency } = useParams<{ getCurrency?: string }>();
  const query = new URLSearchParams(useSearch());
  const currency = getCurrency ?? query.get('getCurrency')?.trim() ?? '';
  // Amount and address belong to that crypto.
  for (const name of ['getCurrency', 'getCurrencyAmount', 'defaultGetCurrencyAmount', ...ADDRESSES]) query.delete(name);
  const page = path === '/buy' ? path : '/edit';
  return (
    <TroublePage
      title={text('notSold.title', {
        name: currency.length > LONGEST_NAME ? text('notSold.this_crypto') : currency.toUpperCase(),
      })}
      message={text('notSold.message')}
      meaning={text('trouble.nothing_charged')}
      actions={<MenuButton />}
      acts={
        <ButtonLink kind="filled" href={query.size === 0 ? page : `${page}?${query}`}>
          {text('notSold.choose')}
        </ButtonLink>
      }
    />
  );
}

const ADDRESSES = ['address', 'receiveAddress', 'walletAddress'] as const;
