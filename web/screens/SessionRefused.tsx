import type { SessionRefusal } from '@slipway/contract/embed/messages.ts';
import { parsedUrl } from '@slipway/contract/parsedUrl.ts';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { meetOpener } from '../features/opener/meetOpener.ts';
import { tellClose, tellError } from '../features/opener/opener.ts';
import { type Partner, usePartner } from '../features/partner/partnerQuery.ts';
import { NO_PARTNER } from '../features/partner/rememberedPartner.ts';
import { type TextKey, text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { TroublePage } from '../ui/TroublePage.tsx';

const MESSAGES = {
  used: 'sessionRefused.used',
  expired: 'sessionRefused.expired',
  elsewhere: 'sessionRefused.elsewhere',
  fixed: 'sessionRefused.fixed',
} as const satisfies Partial<Record<SessionRefusal, TextKey>>;

/** In place of a purchase whose session cannot be used: there is one way on, back to the site that fixed it. */
export function SessionRefused() {
  const search = useSearch();
  const query = new URLSearchParams(search);
  const [reason, partnerId, field] = ['reason', 'partnerId', 'field'].map((name) => query.get(name) ?? '');
  const { partner } = usePartner({ partnerId: partnerId ?? '', origin: '', redirectUrl: '' });
  useEffect(() => {
    if (window.opener) void tellOpener(search, { reason: reason || 'unknown', field: field ?? '' });
  }, [search, reason, field]);
  const name = partner?.name ?? '';
  const message = Object.hasOwn(MESSAGES, reason ?? '') ? MESSAGES[reason as keyof typeof MESSAGES] : undefined;
  return (
    <TroublePage
      title={text('title.session_refused')}
      message={text(message ?? 'sessionRefused.invalid')}
      meaning={text(name === '' ? 'sessionRefused.meaning' : 'sessionRefused.meaning_named', { name })}
      acts={
        <Button working={partner === undefined} onClick={() => partner && goBack(partner)}>
          {name === '' ? text('ui.back') : text('order.return_to', { name })}
        </Button>
      }
    />
  );
}

async function tellOpener(search: string, { reason, field }: { readonly reason: string; readonly field: string }) {
  await meetOpener({ search, referrer: document.referrer });
  tellError({ code: 'session_refused', reason, ...(field !== '' && { field }) });
}

/** To the window that opened this one, else to the page that led here if it is the partner's, else to the partner's site. */
function goBack({ partnerId, origins: [site], origins }: Partner): void {
  if (window.opener) {
    tellClose();
    window.close();
    return;
  }
  const from = parsedUrl(document.referrer);
  if (from && origins.includes(from.origin)) location.assign(from.href);
  else if (partnerId !== NO_PARTNER && site !== undefined) location.assign(site);
  else if (history.length > 1) history.back();
  else window.close();
}
