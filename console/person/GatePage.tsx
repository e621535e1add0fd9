import './enter.css';
import { Brand } from '@slipway/look/Brand.tsx';
import type { ReactNode } from 'react';
import { Card } from '../parts/Card.tsx';

/** A page outside the console's frame, which is also shown to people who are not logged in. */
export function GatePage({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <main className="gate">
      <div className="gate-inner">
        <p className="gate-brand">
          <Brand />
          <span className="gate-operator">Operator console</span>
        </p>
        <Card label={label} lift>
          {children}
        </Card>
      </div>
    </main>
  );
}
