import { configureCalls } from './api/call.ts';
import { preloadEmbeddedAnswers } from './api/documentAnswers.ts';
import { ensureStorage } from './app/ensureStorage.ts';
import { hasLinkTokens } from './app/linkTokens.ts';
import { rememberReferences } from './features/draft/references.ts';
import { preloadFirstQuote } from './features/quote/preloadFirstQuote.ts';
import { getLoggedInUser } from './features/session/session.ts';
import { formatAmount } from './i18n/formatAmount.ts';

/**
 * Sends the first requests of the Edit screen while the rest of the app is still loading. Documents that start with Edit load
 * this small bundle in addition to the app. It sends nothing if the link contains a login or session token, because the app
 * must exchange the token first.
 */
ensureStorage();

if (!hasLinkTokens(location.search)) {
  configureCalls({ authToken: () => getLoggedInUser()?.authToken, react: () => false, confirm: async () => false });
  preloadEmbeddedAnswers();
  rememberReferences({ search: location.search, referrer: document.referrer, origin: location.origin });
  // The call that uses an answer also handles its failure.
  preloadQuote().catch(() => undefined);
  // Warms up number formatting, which takes a slow phone a tenth of a second, while the app is still loading.
  formatAmount('1000.00', 'EUR', document.documentElement.lang);
}

async function preloadQuote(): Promise<void> {
  const [, , currency] = location.pathname.split('/');
  await preloadFirstQuote(location.search, currency ? decodeURIComponent(currency) : undefined);
}
