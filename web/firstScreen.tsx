import { i18n, type Messages } from '@lingui/core';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app/App.tsx';
import { activateTexts, messagesFor } from './i18n/activateIn.ts';
import { text } from './i18n/text.ts';
import { HOME_PATH, routes } from './routes.ts';
import { Edit } from './screens/Edit.tsx';

const home = routes.find(({ path }) => path === HOME_PATH);
if (!home) throw new Error(`No route has the path ${HOME_PATH}`);

/** Paths that begin with Edit: the server sends them with the screen drawn, before any script has come. */
export const firstPaths: readonly string[] = [
  '/',
  ...routes.filter(({ screen }) => screen === Edit).map(({ path }) => path),
];

export type FirstScreen = { readonly title: string; readonly markup: string };

/** The app at Edit before any answer, so that it can take over what is drawn here. */
export function renderFirstScreen(locale: string, texts: Messages, width: 'narrow' | 'wide'): FirstScreen {
  i18n.load(locale, messagesFor(locale, texts, {}));
  activateTexts(locale);
  Object.assign(globalThis, browserOf(width));
  const title = text(home?.title ?? 'title.edit');
  const markup = renderToString(
    <Router ssrPath={HOME_PATH} ssrSearch="">
      <App />
    </Router>,
    { identifierPrefix: width },
  );
  return { title, markup };
}

/** The browser's functions that the app calls while it is drawn, as for a first visit. */
function browserOf(width: 'narrow' | 'wide') {
  const nothingStored = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  return {
    sessionStorage: nothingStored,
    matchMedia: () => ({ matches: width === 'wide', addEventListener: () => undefined }),
  };
}
