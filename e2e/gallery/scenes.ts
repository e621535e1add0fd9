import { accountScenes } from './accountScenes.ts';
import { buyScenes } from './buyScenes.ts';
import { cardScenes } from './cardScenes.ts';
import { editScenes } from './editScenes.ts';
import { identityScenes } from './identityScenes.ts';
import { orderScenes } from './orderScenes.ts';
import type { Scene } from './scene.ts';
import { expectTitle } from './sceneSetup.ts';
import { sessionScenes } from './sessionScenes.ts';
import { stepScenes } from './stepScenes.ts';

const pages = [
  ['/access-denied', 'Access Denied', 'The region is not served'],
  ['/server-timeout', 'Server timeout', 'The server did not answer within a minute'],
  ['/no-respond', 'No answer', 'The server cannot be reached'],
  [
    '/session-refused?reason=used&partnerId=shop',
    'This purchase cannot continue',
    'The session or link of a partner was refused',
  ],
  ['/transaction-restricted', 'Transaction restricted', 'A risk rule refused the purchase'],
  ['/nowhere', 'Page not found', 'No page has this URL'],
  ['/demo-lang', 'Language demo', 'For translators and operators: numbers, times and plurals in each language'],
] as const;

const troubleScenes: readonly Scene[] = pages.map(([path, title, shows]) => ({
  name: path === '/nowhere' ? 'not-found' : path.slice(1).replace(/\?.*$/, ''),
  shows,
  route: path === '/nowhere' ? '*' : path.replace(/\?.*$/, ''),
  arrive: async (page) => {
    await page.goto(path);
    await expectTitle(page, title);
  },
}));

/** Every screen in every relevant state, in the order of a purchase. */
export const scenes: readonly Scene[] = [
  ...editScenes,
  ...buyScenes,
  ...stepScenes,
  ...cardScenes,
  ...orderScenes,
  ...identityScenes,
  ...accountScenes,
  ...sessionScenes,
  ...troubleScenes,
];
