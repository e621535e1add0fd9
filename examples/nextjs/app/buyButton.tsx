'use client';

import { useSlipway } from '@slipway/react';
import { useState } from 'react';

async function fetchSession(): Promise<string> {
  const answer = await fetch('/session', { method: 'POST' });
  // A rejection ends the purchase with `session_failed`; the text of an error page must not be taken for a session.
  if (!answer.ok) throw new Error(`no session: ${await answer.text()}`);
  return answer.text();
}

export type BuyButtonProps = { readonly slipwayUrl: string; readonly partnerId: string };

/** Opens the purchase in a window and shows its status. For display only: the server learns the result from webhooks. */
export function BuyButton({ slipwayUrl, partnerId }: BuyButtonProps) {
  const [status, setStatus] = useState('');
  const { open, blockedUrl } = useSlipway(slipwayUrl, {
    onOrderCreated: ({ orderNo }) => setStatus(`Order ${orderNo}`),
    onStatus: (order) => setStatus(`Order ${order.orderNo}: ${order.status}`),
    onError: ({ code, reason }) => setStatus(`The purchase cannot begin: ${reason ?? code}`),
  });
  return (
    <>
      {/* Called in the click handler before anything is awaited: otherwise the browser blocks the window. The window awaits
          the session. */}
      <button type="button" onClick={() => open({ partnerId, session: fetchSession() })}>
        Buy
      </button>{' '}
      {blockedUrl === undefined ? <output>{status}</output> : <a href={blockedUrl}>Continue to the payment</a>}
    </>
  );
}
