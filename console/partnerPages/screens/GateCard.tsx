import { Brand } from '@slipway/look/Brand.tsx';
import type { ReactNode } from 'react';
import { Card } from '../../parts/Card.tsx';

/** The card of a page before login. */
export function GateCard({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <main className="pages-gate">
      <div className="pages-gate-inner">
        <p className="pages-gate-head">
          <Brand />
          <span>for partners</span>
        </p>
        <Card label={label} lift>
          {children}
        </Card>
      </div>
    </main>
  );
}
