import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Minimal React page with an amount field. */
function Bare() {
  const [amount, setAmount] = useState('100');
  return (
    <main>
      <h1>Buy Crypto</h1>
      <label>
        You pay
        <input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.currentTarget.value)} />
      </label>
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('bare.html has no root');
createRoot(root).render(<Bare />);
