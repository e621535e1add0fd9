import '@slipway/look/styles/tokens.css';
import '@slipway/look/styles/fonts.css';
import '../styles/console.css';
import '../styles/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/queryClient.ts';
import { PartnerPages } from './app/PartnerPages.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
createRoot(root).render(
  // The content security policy forbids style elements created by scripts.
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>
      <PartnerPages />
    </QueryClientProvider>
  </CSPProvider>,
);
