import './identityRing.css';
import type { ReactNode } from 'react';

/** Large ring around a picture; spins while a check is running. */
export function IdentityRing({ turning, children }: { readonly turning: boolean; readonly children: ReactNode }) {
  return (
    <div className="identity-ring" data-turning={turning ? '' : undefined} aria-hidden="true">
      <svg width="104" height="104" viewBox="0 0 104 104" fill="none">
        <circle cx="52" cy="52" r="48" strokeWidth="4" />
        {turning && <path d="M52 4a48 48 0 0 1 46.4 35.7" strokeWidth="4" strokeLinecap="round" />}
      </svg>
      {children}
    </div>
  );
}
