import './leaveSlipway.css';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { buildOrderPath, useOrderNo } from '../features/order/orderUrl.ts';
import { useDestination } from '../features/provider/destination.ts';
import { shortenUrl } from '../features/provider/shortenUrl.ts';
import { text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { FieldMessage } from '../ui/form/FieldMessage.tsx';
import { Note } from '../ui/Note.tsx';
import { BlockedWindowLink } from '../ui/newWindow/BlockedWindowLink.tsx';
import { useNewWindow } from '../ui/newWindow/useNewWindow.ts';
import { Card, Page } from '../ui/page/Page.tsx';
import { TroublePage } from '../ui/page/TroublePage.tsx';
import { Logo } from '../ui/picture/Logo.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/**
 * Interstitial before leaving Slipway: names the target, which must be the order's page at its provider or a return
 * page allowed for the partner.
 */
export function LeaveSlipway() {
  const orderNo = useOrderNo();
  const destination = useDestination(orderNo);
  const [, navigate] = useLocation();
  const { open, opening, unopened } = useNewWindow();
  const [departure, setDeparture] = useState<'' | 'refused' | 'leaving'>('');
  if (destination === 'unknown') return <UnknownDestination orderNo={orderNo} />;
  if (destination === 'loading') {
    return (
      <Page ownHeading actions={<MenuButton />}>
        <div className="redirect" aria-busy="true">
          <output className="unseen">{text('ui.loading')}</output>
          <Skeleton width="60%" height={32} />
          <Skeleton height={96} />
        </div>
      </Page>
    );
  }
  const { address, host, name, logo, purpose, take } = destination;
  const pays = purpose === 'payment';
  const back = orderNo === '' ? '/' : buildOrderPath('/wait-payment', orderNo);
  /** Opens the provider's page in a new window, and Wait Payment, which follows the order, in this one. */
  const goPay = async () => {
    const result = await open(take);
    if (result === 'opened') navigate(back, { replace: true });
    setDeparture(result === 'none' ? 'refused' : '');
  };
  const goBack = () => {
    setDeparture('leaving');
    location.assign(address);
  };
  return (
    <Page
      ownHeading
      actions={<MenuButton />}
      foot={
        <>
          {unopened === null ? (
            <Button
              working={opening || departure === 'leaving'}
              icon={<ArrowUpRight size={18} strokeWidth={2.2} aria-hidden="true" />}
              onClick={pays ? () => void goPay() : goBack}
            >
              {text('redirect.go', { name: name || host })}
            </Button>
          ) : (
            <>
              <BlockedWindowLink id="redirect-unopened" href={unopened} name={name || host} />
              <ButtonLink kind="ghost" leaves="this_tab" href={unopened}>
                {text('redirect.open_here')}
              </ButtonLink>
            </>
          )}
          <ButtonLink kind="ghost" href={back}>
            {text('redirect.stay')}
          </ButtonLink>
        </>
      }
    >
      <h1 className="lead">{text('redirect.title', { name: name || host })}</h1>
      <div className="redirect">
        <p className="hint">{text(pays ? 'redirect.to_pay' : 'redirect.to_return')}</p>
        <Card lift>
          <div className="redirect-place">
            <Logo src={logo} name={name || host} size={44} />
            <p>
              <b>{host}</b>
              <small>{shortenUrl(address)}</small>
            </p>
          </div>
        </Card>
        <Note icon={<Info size={18} strokeWidth={2.1} aria-hidden="true" />}>
          {text(pays ? 'redirect.keeps' : 'redirect.order_goes_on')}
        </Note>
        {departure === 'refused' && (
          <FieldMessage id="redirect-refused">{text('error.provider_unavailable')}</FieldMessage>
        )}
      </div>
    </Page>
  );
}

function UnknownDestination({ orderNo }: { readonly orderNo: string }) {
  return (
    <TroublePage
      title={text('redirect.nowhere')}
      message={text('redirect.not_allowed')}
      meaning={text('trouble.order_goes_on')}
      actions={<MenuButton />}
      acts={
        <>
          {orderNo === '' ? (
            <ButtonLink kind="filled" href="/">
              {text('trouble.to_buy')}
            </ButtonLink>
          ) : (
            <ButtonLink kind="filled" href={buildOrderPath('/wait-payment', orderNo)}>
              {text('redirect.to_order')}
            </ButtonLink>
          )}
          <ButtonLink kind="ghost" href="/my-orders">
            {text('menu.orders')}
          </ButtonLink>
        </>
      }
    />
  );
}
