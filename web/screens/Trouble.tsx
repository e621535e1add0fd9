import { isOwnPath } from '@slipway/contract/ownPath.ts';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useEffect, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { useConnection } from '../api/useConnection.ts';
import { getPreviousPath } from '../app/getPreviousPath.ts';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { readOrderNo } from '../features/order/orderUrl.ts';
import { SupportMail } from '../features/support/SupportMail.tsx';
import { type TextKey, text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TroublePage } from '../ui/page/TroublePage.tsx';

type TroubleAction = 'reload' | 'buy' | 'orders' | 'support';

type TroubleScreen = {
  readonly title: TextKey;
  readonly message?: TextKey;
  readonly meaning: TextKey;
  /** The first one is filled; empty if the buyer may not use any page of the product. */
  readonly acts: readonly TroubleAction[];
  /** There is nothing else to do here, so the support address is shown. */
  readonly support?: boolean;
  /** Explains what may be wrong and how to get help. */
  readonly help?: TextKey;
};

const LINKS = {
  buy: { href: '/', name: 'trouble.to_buy' },
  orders: { href: '/my-orders', name: 'menu.orders' },
} as const;

function createTroubleScreen({ title, message, meaning, acts, support = false, help }: TroubleScreen) {
  return () => {
    const reference = buildSupportReference(new Date());
    return (
      <TroublePage
        title={text(title)}
        {...(message && { message: text(message) })}
        meaning={text(meaning)}
        actions={acts.length > 0 && <MenuButton />}
        acts={acts.map((act, index) => {
          if (act === 'reload') return <ReloadButton key={act} />;
          if (act === 'support') return <SupportButton key={act} subject={reference} />;
          return (
            <ButtonLink key={act} kind={index === 0 ? 'filled' : 'ghost'} href={LINKS[act].href}>
              {text(LINKS[act].name)}
            </ButtonLink>
          );
        })}
        reference={reference}
        small={support}
      >
        {help && <p className="trouble-meaning">{text(help)}</p>}
        {support && <SupportMail />}
      </TroublePage>
    );
  };
}

/** Opens an email to support. Its subject is the support reference. */
function SupportButton({ subject }: { readonly subject: string }) {
  const href = `mailto:${text('operator.support_email')}?subject=${encodeURIComponent(subject)}`;
  return (
    <ButtonLink kind="filled" leaves="this_tab" href={href}>
      {text('trouble.to_support')}
    </ButtonLink>
  );
}

/** Format from the contract; other values from a URL must not be shown as an order number. */
const ORDER_NUMBER = /^[A-Za-z0-9-]{8,64}$/;

/** Returns the reference that support asks for: the order number of the page that failed, if any, and the time. */
function buildSupportReference(now: Date): string {
  const time = text('trouble.time', { time: `${now.toISOString().slice(11, 16)} UTC` });
  const orderNo = readOrderNo(new URL(findFailedPage(location.search), location.origin).searchParams);
  return ORDER_NUMBER.test(orderNo) ? `${text('trouble.order', { orderNo })} · ${time}` : time;
}

/** Returns the page to load again: the one named in the URL if it failed to load (see web/worker/), else the previous page. */
function findFailedPage(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '';
  return isOwnPath(from) ? from : getPreviousPath() || '/';
}

/** Reloads the page that the buyer came from; automatically if the network was lost and is back. */
function ReloadButton() {
  const back = findFailedPage(useSearch());
  const connection = useConnection();
  const [wasOffline, setWasOffline] = useState(false);
  if (connection === 'offline' && !wasOffline) setWasOffline(true);
  const returned = wasOffline && connection === 'good';
  useEffect(() => {
    if (returned) location.replace(back);
  }, [returned, back]);
  return (
    <Button icon={<RotateCw size={18} strokeWidth={2.3} aria-hidden="true" />} onClick={() => location.assign(back)}>
      {text('ui.reload')}
    </Button>
  );
}

export const ServerTimeout = createTroubleScreen({
  title: 'title.server_timeout',
  message: 'trouble.timeout',
  meaning: 'trouble.order_goes_on',
  acts: ['reload', 'orders'],
});
export const NoRespond = createTroubleScreen({
  title: 'title.no_respond',
  message: 'trouble.no_respond',
  meaning: 'trouble.order_goes_on',
  acts: ['reload', 'orders'],
});
export const AccessDenied = createTroubleScreen({
  title: 'title.access_denied',
  message: 'error.region_denied',
  meaning: 'trouble.nothing_charged',
  acts: [],
  support: true,
  help: 'trouble.region_wrong',
});
/** The title is the text of the error `risk_control`: a separate title would repeat its beginning. */
export const TransactionRestricted = createTroubleScreen({
  title: 'error.risk_control',
  meaning: 'trouble.nothing_charged',
  acts: ['support', 'orders'],
  support: true,
});
export const NotFound = createTroubleScreen({
  title: 'title.not_found',
  meaning: 'trouble.not_found',
  acts: ['buy', 'orders'],
});

/** Longer names are not shown; no crypto has one. */
const MAX_NAME_LENGTH = 24;

/** Shown instead of a buying page whose URL names a crypto that is not for sale here. */
export function UnknownCrypto() {
  const [path] = useLocation();
  const { getCurrency } = useParams<{ getCurrency?: string }>();
  const query = new URLSearchParams(useSearch());
  const currency = getCurrency ?? query.get('getCurrency')?.trim() ?? '';
  // Amount and address belong to that crypto.
  for (const name of ['getCurrency', 'getCurrencyAmount', 'defaultGetCurrencyAmount', ...ADDRESS_PARAMETERS])
    query.delete(name);
  const page = path === '/buy' ? path : '/edit';
  return (
    <TroublePage
      title={text('notSold.title', {
        name: currency.length > MAX_NAME_LENGTH ? text('notSold.this_crypto') : currency.toUpperCase(),
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

const ADDRESS_PARAMETERS = ['address', 'receiveAddress', 'walletAddress'] as const;
