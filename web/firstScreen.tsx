import { i18n, type Messages } from '@lingui/core';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app/App.tsx';
import { activateTexts, mergeMessages } from './i18n/activateLocale.ts';
import { text } from './i18n/text.ts';
import { HOME_PATH, routes } from './routes.ts';
import { Edit } from './screens/Edit.tsx';

const home = routes.find(({ path }) => path === HOME_PATH);
if (!home) throw new Error(`No route has the path ${HOME_PATH}`);

/** Paths whose first screen is Edit: the server sends them with the screen prerendered. */
export const firstPaths: readonly string[] = [
  '/',
  ...routes.filter(({ screen }) => screen === Edit).map(({ path }) => path),
];

export type FirstScreen = { readonly title: string; readonly markup: string };

/** Renders the app at Edit without any data, as it hydrates in the browser. */
export function renderFirstScreen(locale: string, texts: Messages, width: 'narrow' | 'wide'): FirstScreen {
  i18n.load(locale, mergeMessages(locale, texts, {}));
  activateTexts(locale);
  Object.assign(globalThis, createBrowserStub(width));
  const title = text(home?.title ?? 'title.edit');
  const markup = renderToString(
    <Router ssrPath={HOME_PATH} ssrSearch="">
      <App />
    </Router>,
    { identifierPrefix: width },
  );
  return { title, markup };
}

/** Stubs the browser functions used during rendering, with the values of a first visit. */
function createBrowserStub(width: 'narrow' | 'wide') {
  const nothingStored = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  return {
    sessionStorage: nothingStored,
    matchMedia: () => ({ matches: width === 'wide', addEventListener: () => undefined }),
  };
}
