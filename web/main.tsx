import '@slipway/look/styles/tokens.css';
import '@slipway/look/styles/fonts.css';
import './styles/base.css';
import type { Messages } from '@lingui/core';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { configureCalls } from './api/call.ts';
import { App } from './app/App.tsx';
import { APP_VERSION } from './app/appVersion.ts';
import { ensureStorage } from './app/ensureStorage.ts';
import { reactToCallError } from './app/reactToCallError.ts';
import { ScreenNotLoaded } from './app/ScreenNotLoaded.tsx';
import { type Arrival, arriveAgain, showQuery, takeArrival } from './app/takeArrival.ts';
import { takeDrawn } from './app/takeDrawn.ts';
import { applyTheme } from './app/theme.ts';
import { rememberReferences } from './features/draft/references.ts';
import { refusedAddress } from './features/partner/openedSession.ts';
import { liveUser } from './features/session/session.ts';
import englishTexts from './i18n/en-US.json?compiled&part=first';
import { showPreferred, startLanguage } from './i18n/language.ts';
import { currentLocale } from './i18n/text.ts';
import { HOME_PATH } from './routes.ts';

ensureStorage();
applyTheme();
sessionStorage.setItem('appVersion', APP_VERSION);
configureCalls({
  authToken: () => liveUser()?.authToken,
  react: reactToCallError,
  confirm: async () => (await import('./features/confirm/askToConfirm.tsx')).askToConfirm(),
});
// No `await` of the module itself: the parts that are fetched later share this one, and would wait for its end.
void start();

async function start(): Promise<void> {
  const drawnIn = document.documentElement.lang;
  const arrival = takeArrival();
  const traded = arrival && (await trade(arrival));
  const refused = refusedAddress(location.search);
  if (refused && (!arrival || traded === 'traded')) showQuery(refused.query, refused.path);
  rememberReferences({ search: location.search, referrer: document.referrer, origin: location.origin });
  await startLanguage(englishTexts as Messages);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no root');
  if (arrival && traded !== 'traded')
    return createRoot(root).render(
      <ScreenNotLoaded reload={() => arriveAgain(arrival)} unanswered={traded === 'unanswered'} />,
    );
  draw(root, drawnIn);
  if (window.opener)
    void import('./features/opener/meetOpener.ts').then(({ meetOpener }) =>
      meetOpener({ search: location.search, referrer: document.referrer }),
    );
  if (new URLSearchParams(location.search).get('debug') === 'true')
    void import('./features/replay/openReplay.ts').then(({ openReplay }) => openReplay());
}

/** Takes the drawn screen over, or draws anew what is not the same. */
function draw(root: HTMLElement, drawnIn: string): void {
  const isHome = location.pathname === HOME_PATH || location.pathname === '/';
  const drawn = takeDrawn(root, isHome && location.search === '' && drawnIn === currentLocale());
  if (!drawn) return createRoot(root).render(<App />);
  const { container, identifierPrefix } = drawn;
  // The root leads there: a redirect would begin with nothing.
  if (location.pathname !== HOME_PATH) showQuery(new URLSearchParams(), HOME_PATH);
  hydrateRoot(container, <App />, { identifierPrefix });
}

/** `missing`: the part that does it could not be fetched. */
async function trade(arrival: Arrival): Promise<'traded' | 'unanswered' | 'missing'> {
  const part = await import('./app/tradeArrival.ts').catch(() => null);
  if (!part) return 'missing';
  return (await part.tradeArrival(arrival)) ? 'traded' : 'unanswered';
}

// What a page that is kept by the browser remembers is of before: a purchase may have gone on, a login have ended.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
// Chosen in another tab, it holds in this one too.
addEventListener('storage', applyTheme);
addEventListener('storage', () => void showPreferred());
