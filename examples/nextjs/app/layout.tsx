import type { ReactNode } from 'react';

export const metadata = { title: 'Cart' };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
