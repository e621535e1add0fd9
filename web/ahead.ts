import { configureCalls } from './api/call.ts';
import { readDocumentAnswers } from './api/documentAnswers.ts';
import { ensureStorage } from './app/ensureStorage.ts';
import { hasLinkTokens } from './app/linkTokens.ts';
import { rememberReferences } from './features/draft/references.ts';
import { preloadFirstQuote } from './features/quote/preloadFirstQuote.ts';
import { getLoggedInUser } from './features/session/session.ts';
import { formatAmount } from './i18n/formatAmount.ts';

/**
 * Loaded by documents that start with Edit, next to the app, of which it is a small part: sends the screen's first
 * requests while the rest is still loading. If the link carries a login or session token, the app exchanges that first.
 */
ensureStorage();

if (!hasLinkTokens(location.search)) {
  configureCalls({ authToken: () => getLoggedInUser()?.authToken, react: () => false, confirm: async () => false });
  readDocumentAnswers();
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
