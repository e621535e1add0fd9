import { configureCalls } from './api/call.ts';
import { readSentAnswers } from './api/sentAnswers.ts';
import { ensureStorage } from './app/ensureStorage.ts';
import { carriesArrival } from './app/takeArrival.ts';
import { rememberReferences } from './features/draft/references.ts';
import { askFirstQuote } from './features/quote/askFirstQuote.ts';
import { liveUser } from './features/session/session.ts';
import { formatAmount } from './i18n/formatAmount.ts';

/**
 * The documents that begin with Edit load this beside the app, of which it is a small part: what the screen needs is asked for
 * while the rest is still on its way. A login or a session that the link carries is traded first, by the app.
 */
ensureStorage();

if (!carriesArrival(location.search)) {
  configureCalls({ authToken: () => liveUser()?.authToken, react: () => false, confirm: async () => false });
  readSentAnswers();
  rememberReferences({ search: location.search, referrer: document.referrer, origin: location.origin });
  // Whoever takes the answers over hears of what went wrong.
  ask().catch(() => undefined);
  // A slow phone takes a tenth of a second to learn how a language writes figures; the app is still on its way.
  formatAmount('1000.00', 'EUR', document.documentElement.lang);
}

async function ask(): Promise<void> {
  const [, , currency] = location.pathname.split('/');
  await askFirstQuote(location.search, currency ? decodeURIComponent(currency) : undefined);
}
