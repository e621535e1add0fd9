import { SlipwayPlugin } from '@slipway/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Buy() {
  const [lastStatus, setLastStatus] = useState('nothing yet');
  return (
    <main>
      <SlipwayPlugin
        origin={import.meta.env['VITE_SLIPWAY']}
        partnerId="packages"
        defaultSendCurrency="EUR"
        defaultAmount="60"
        defaultGetCurrency="USDC_BASE"
        onStatus={({ orderNo, status }) => setLastStatus(`${orderNo} ${status}`)}
      />
      <output>{lastStatus}</output>
    </main>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Buy />
    </StrictMode>,
  );
