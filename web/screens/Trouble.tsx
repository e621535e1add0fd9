import { isOwnPath } from '@slipway/contract/ownPath.ts';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useEffect, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { useConnection } from '../api/useConnection.ts';
import { previousPath } from '../app/previousPath.ts';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { orderNoIn } from '../features/order/orderAddress.ts';
import { SupportMail } from '../features/support/SupportMail.tsx';
import { type TextKey, text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TroublePage } from '../ui/TroublePage.tsx';

type Act = 'reload' | 'buy' | 'orders';

type TroubleScreen = {
  readonly title: TextKey;
  readonly message?: TextKey;
  readonly meaning: TextKey;
  /** The filled one first; none where every page of the product is closed. */
  readonly acts: readonly Act[];
  /** There is no way on from here but to ask: the support's address is given. */
  readonly support?: boolean;
};

const LINKS = {
  buy: { href: '/', name: 'trouble.to_buy' },
  orders: { href: '/my-orders', name: 'menu.orders' },
} as const;

function trouble({ title, message, meaning, acts, support = false }: TroubleScreen) {
  return () => (
    <TroublePage
      title={text(title)}
      {...(message && { message: text(message) })}
      meaning={text(meaning)}
      actions={acts.length > 0 && <MenuButton />}
      acts={acts.map((act, index) => {
        if (act === 'reload') return <Reload key={act} />;
        return (
          <ButtonLink key={act} kind={index === 0 ? 'filled' : 'ghost'} href={LINKS[act].href}>
            {text(LINKS[act].name)}
          </ButtonLink>
        );
      })}
      reference={referenceOf(new Date())}
    >
      {support && <SupportMail />}
    </TroublePage>
  );
}

/** As the contract has them: anything else in an address must not be shown as an order number. */
const ORDER_NUMBER = /^[A-Za-z0-9-]{8,64}$/;

/** What the support asks for: the order that the buyer came from, where there is one, and the time. */
function referenceOf(now: Date): string {
  const time = text('trouble.time', { time: `${now.toISOString().slice(11, 16)} UTC` });
  const orderNo = orderNoIn(new URL(cameFrom(location.search), location.origin).searchParams);
  return ORDER_NUMBER.test(orderNo) ? `${text('trouble.order', { orderNo })} · ${time}` : time;
}

/** A page that could not even be loaded is named by the address, see web/worker/. */
function cameFrom(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '';
  return isOwnPath(from) ? from : previousPath() || '/';
}

/** Fetches the page from which the buyer came here again; by itself, when the network was gone and has come back. */
function Reload() {
  const back = cameFrom(useSearch());
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

export const ServerTimeout = trouble({
  title: 'title.server_timeout',
  message: 'trouble.timeout',
  meaning: 'trouble.order_goes_on',
  acts: ['reload', 'orders'],
});
export const NoRespond = trouble({
  title: 'title.no_respond',
  message: 'trouble.no_respond',
  meaning: 'trouble.order_goes_on',
  acts: ['reload', 'orders'],
});
export const AccessDenied = trouble({
  title: 'title.access_denied',
  message: 'error.region_denied',
  meaning: 'trouble.nothing_charged',
  acts: [],
  support: true,
});
/** The spec's message is its title: a title of its own would repeat how it begins. */
export const TransactionRestricted = trouble({
  title: 'error.risk_control',
  meaning: 'trouble.nothing_charged',
  acts: ['buy', 'orders'],
  support: true,
});
export const NotFound = trouble({ title: 'title.not_found', meaning: 'trouble.not_found', acts: ['buy', 'orders'] });

/** Longer names than this are not repeated: no crypto has one. */
const LONGEST_NAME = 24;

/** In place of a buying page whose address names a crypto that is not sold here. */
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
