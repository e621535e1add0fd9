import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that a page of React can be that has an amount to type. */
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
