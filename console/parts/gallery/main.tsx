import '@slipway/look/styles/tokens.css';
import '@slipway/look/styles/fonts.css';
import '../../styles/console.css';
import '../../styles/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { getServerTime, observeServerTime } from '../../api/serverClock.ts';
import { consoleSections } from '../../app/consoleSections.ts';
import { FrameLayout } from '../../app/Frame.tsx';
import { updateFrame } from '../../app/frameState.ts';
import { watchPreferences } from '../../app/preferences.ts';
import { Gallery } from './Gallery.tsx';

const environment = location.hash === '#test' ? 'test' : 'live';
observeServerTime('2025-08-12T10:55:08Z');
watchPreferences();
updateFrame({
  session: {
    person: { name: 'Anna', roles: ['treasurer'] },
    environment: { kind: environment, operator: 'Operator Payments' },
  },
  waiting: {
    today: { count: 9, tone: 'warn' },
    reviews: { count: 6, tone: 'plain' },
    treasury: { count: 1, tone: 'plain' },
    reconciliation: { count: 1, tone: 'bad' },
  },
  updatedAt: getServerTime() - 1000,
});
const ignore = () => undefined;
const rootRoute = createRootRoute({
  component: () => (
    <FrameLayout sections={consoleSections} onFind={ignore} onKeys={ignore}>
      <Gallery />
    </FrameLayout>
  ),
  notFoundComponent: () => null,
});
const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no root');
createRoot(root).render(
  <CSPProvider disableStyleElements>
    <RouterProvider router={createRouter({ routeTree: rootRoute }) as never} />
  </CSPProvider>,
);
