import type { SessionRefusal } from '@slipway/contract/embed/messages.ts';
import { parseUrl } from '@slipway/contract/parseUrl.ts';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { postClose, postPurchaseError } from '../features/opener/opener.ts';
import { registerOpener } from '../features/opener/registerOpener.ts';
import { type Partner, usePartner } from '../features/partner/partnerQuery.ts';
import { NO_PARTNER } from '../features/partner/rememberPartner.ts';
import { type TextKey, text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { TroublePage } from '../ui/page/TroublePage.tsx';

const MESSAGES = {
  used: 'sessionRefused.used',
  expired: 'sessionRefused.expired',
  elsewhere: 'sessionRefused.elsewhere',
  fixed: 'sessionRefused.fixed',
} as const satisfies Partial<Record<SessionRefusal, TextKey>>;

/** Shown if the purchase's partner session cannot be used; offers only the way back to the partner's site. */
export function SessionRefused() {
  const search = useSearch();
  const query = new URLSearchParams(search);
  const [reason, partnerId, field] = ['reason', 'partnerId', 'field'].map((name) => query.get(name) ?? '');
  const { partner } = usePartner({ partnerId: partnerId ?? '', origin: '', redirectUrl: '' });
  useEffect(() => {
    if (window.opener) void notifyOpener(search, { reason: reason || 'unknown', field: field ?? '' });
  }, [search, reason, field]);
  const name = partner?.name ?? '';
  const message = Object.hasOwn(MESSAGES, reason ?? '') ? MESSAGES[reason as keyof typeof MESSAGES] : undefined;
  return (
    <TroublePage
      title={text('title.session_refused')}
      message={text(message ?? 'sessionRefused.invalid')}
      meaning={text(name === '' ? 'sessionRefused.meaning' : 'sessionRefused.meaning_named', { name })}
      acts={
        <Button working={partner === undefined} onClick={() => partner && returnToPartner(partner)}>
          {name === '' ? text('ui.back') : text('order.return_to', { name })}
        </Button>
      }
    />
  );
}

async function notifyOpener(search: string, { reason, field }: { readonly reason: string; readonly field: string }) {
  await registerOpener({ search, referrer: document.referrer });
  postPurchaseError({ code: 'session_refused', reason, ...(field !== '' && { field }) });
}

/**
 * Leads the buyer back to the opener, else to the referring page if it is the partner's, else to the partner's site. Without
 * any of these goes back in the history or closes the window.
 */
function returnToPartner({ partnerId, origins: [site], origins }: Partner): void {
  if (window.opener) {
    postClose();
    window.close();
    return;
  }
  const referrer = parseUrl(document.referrer);
  if (referrer && origins.includes(referrer.origin)) location.assign(referrer.href);
  else if (partnerId !== NO_PARTNER && site !== undefined) location.assign(site);
  else if (history.length > 1) history.back();
  else window.close();
}
