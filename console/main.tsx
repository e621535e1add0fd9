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
import { watchPreferences } from './app/preferences.ts';
import { router } from './app/router.tsx';
import { LoginGate } from './person/LoginGate.tsx';

/** Loaded only on its own path: a person joins once. */
const JoinPage = lazy(async () => ({ default: (await import('./person/JoinPage.tsx')).JoinPage }));

const SignOnCallback = lazy(async () => ({ default: (await import('./person/SignOnCallback.tsx')).SignOnCallback }));

watchPreferences();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
createRoot(root).render(
  // The content security policy forbids style elements created by scripts.
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>{renderStartScreen()}</QueryClientProvider>
  </CSPProvider>,
);

/** Two paths show their own page without a login: joining, and the return from the identity provider. */
function renderStartScreen() {
  const Page = { '/console/join': JoinPage, '/console/signed-on': SignOnCallback }[location.pathname];
  if (!Page)
    return (
      <LoginGate>
        <RouterProvider router={router} />
      </LoginGate>
    );
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}
