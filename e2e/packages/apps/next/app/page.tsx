'use client';

import { useSlipway } from '@slipway/react';
import { useState } from 'react';

const SLIPWAY = process.env['NEXT_PUBLIC_SLIPWAY'] ?? '';

async function newSession(): Promise<string> {
  return (await fetch('/session', { method: 'POST' })).text();
}

export default function Page() {
  const [said, setSaid] = useState('nothing yet');
  const { open } = useSlipway(SLIPWAY, { onStatus: ({ orderNo, status }) => setSaid(`${orderNo} ${status}`) });
  return (
    <main>
      <button type="button" onClick={() => open({ partnerId: 'packages', session: newSession() })}>
        Buy
      </button>
      <output>{said}</output>
    </main>
  );
}
