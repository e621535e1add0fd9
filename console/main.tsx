import '@slipway/look/styles/tokens.css';
import '@slipway/look/styles/fonts.css';
import './styles/console.css';
import './styles/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queryClient.ts';
import { startPreferences } from './app/preferences.ts';
import { router } from './app/router.tsx';
import { Gate } from './person/Gate.tsx';

/** Once for each person: nobody else waits for it. */
const Join = lazy(async () => ({ default: (await import('./person/Join.tsx')).Join }));

const SignedOn = lazy(async () => ({ default: (await import('./person/SignedOn.tsx')).SignedOn }));

startPreferences();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
createRoot(root).render(
  // The page's policy takes no style elements that a script has made.
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>{screen()}</QueryClientProvider>
  </CSPProvider>,
);

/** Two addresses are for people who have not signed in yet. */
function screen() {
  const Visitor = { '/console/join': Join, '/console/signed-on': SignedOn }[location.pathname];
  if (!Visitor)
    return (
      <Gate>
        <RouterProvider router={router} />
      </Gate>
    );
  return (
    <Suspense>
      <Visitor />
    </Suspense>
  );
}
