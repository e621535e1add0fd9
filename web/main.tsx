import '@slipway/look/styles/tokens.css';
import '@slipway/look/styles/fonts.css';
import './styles/base.css';
import type { Messages } from '@lingui/core';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { configureCalls } from './api/call.ts';
import { App } from './app/App.tsx';
import { APP_VERSION } from './app/appVersion.ts';
import { ensureStorage } from './app/ensureStorage.ts';
import { type LinkTokens, reloadWithTokens, replaceQuery, takeLinkTokens } from './app/linkTokens.ts';
import { reactToCallError } from './app/reactToCallError.ts';
import { ScreenNotLoaded } from './app/ScreenNotLoaded.tsx';
import { takePrerenderedScreen } from './app/takePrerenderedScreen.ts';
import { applyTheme } from './app/theme.ts';
import { rememberReferences } from './features/draft/references.ts';
import { findRefusalPage } from './features/partner/findRefusalPage.ts';
import { getLoggedInUser } from './features/session/session.ts';
import englishTexts from './i18n/en-US.json?compiled&part=first';
import { showPreferredLanguage, startLanguage } from './i18n/language.ts';
import { getLocale } from './i18n/text.ts';
import { HOME_PATH } from './routes.ts';

ensureStorage();
applyTheme();
sessionStorage.setItem('appVersion', APP_VERSION);
configureCalls({
  authToken: () => getLoggedInUser()?.authToken,
  react: reactToCallError,
  confirm: async () => (await import('./features/confirm/requestLoginConfirmation.tsx')).requestLoginConfirmation(),
});
// No top-level await: chunks loaded later import this module and would wait for it.
void startApp();

async function startApp(): Promise<void> {
  const prerenderedLocale = document.documentElement.lang;
  const arrival = takeLinkTokens();
  const exchange = arrival && (await exchangeTokens(arrival));
  const refused = findRefusalPage(location.search);
  if (refused && (!arrival || exchange === 'exchanged')) replaceQuery(refused.query, refused.path);
  rememberReferences({ search: location.search, referrer: document.referrer, origin: location.origin });
  await startLanguage(englishTexts as Messages);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no root');
  if (arrival && exchange !== 'exchanged')
    return createRoot(root).render(
      <ScreenNotLoaded reload={() => reloadWithTokens(arrival)} unanswered={exchange === 'unanswered'} />,
    );
  renderApp(root, prerenderedLocale);
  if (window.opener)
    void import('./features/opener/registerOpener.ts').then(({ registerOpener: register }) =>
      register({ search: location.search, referrer: document.referrer }),
    );
  if (new URLSearchParams(location.search).get('debug') === 'true')
    void import('./features/replay/openReplay.ts').then(({ openReplay }) => openReplay());
}

/** Hydrates the prerendered screen, or renders from scratch if it differs. */
function renderApp(root: HTMLElement, prerenderedLocale: string): void {
  const isHome = location.pathname === HOME_PATH || location.pathname === '/';
  const prerendered = takePrerenderedScreen(
    root,
    isHome && location.search === '' && prerenderedLocale === getLocale(),
  );
  if (!prerendered) return createRoot(root).render(<App />);
  const { container, identifierPrefix } = prerendered;
  // The root redirects there anyway; a redirect during hydration would render nothing first.
  if (location.pathname !== HOME_PATH) replaceQuery(new URLSearchParams(), HOME_PATH);
  hydrateRoot(container, <App />, { identifierPrefix });
}

/** `unanswered`: the session must be exchanged again. `missing`: the module for the exchange failed to load. */
async function exchangeTokens(arrival: LinkTokens): Promise<'exchanged' | 'unanswered' | 'missing'> {
  const part = await import('./app/exchangeLinkTokens.ts').catch(() => null);
  if (!part) return 'missing';
  return (await part.exchangeLinkTokens(arrival)) ? 'exchanged' : 'unanswered';
}

// A page restored from the back/forward cache is outdated: the purchase or the login may have changed.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
// Applies a choice made in another tab.
addEventListener('storage', applyTheme);
addEventListener('storage', () => void showPreferredLanguage());
