import { Brand } from '@slipway/look/Brand.tsx';
import { Suspense } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { logOut, useLoggedInSession } from '../api/session.ts';
import { PathLink } from './navigation.tsx';
import { PageHead } from './PageHead.tsx';
import { sections } from './sections.tsx';

/** The frame around every screen: partner, mode, navigation. */
export function PagesFrame({ path }: { readonly path: string }) {
  const { partner, member, operatorName, mode } = useLoggedInSession();
  const [first = '', id, ...more] = path.split('/');
  const section = sections.find((one) => one.path === first && more.length === 0 && (id === undefined || one.Item));
  return (
    <div className="pages-frame">
      <a className="skip-link" href="#screen">
        Skip to content
      </a>
      <header className="pages-head">
        <Brand />
        <p className="pages-partner">
          <b>{partner.name}</b> at {operatorName}
        </p>
        <Tag tone={mode === 'live' ? 'good' : 'warn'}>{mode === 'live' ? 'Live' : 'Test: no real money'}</Tag>
        <p className="pages-member">
          <span className="second">{member.name}</span>
          <Button size="small" onClick={() => void logOut()}>
            Log out
          </Button>
        </p>
      </header>
      <nav className="pages-nav" aria-label="Main">
        {sections.map((one) => (
          <PathLink key={one.path} to={one.path} current={one === section}>
            {one.title}
          </PathLink>
        ))}
      </nav>
      <main id="screen" tabIndex={-1} className="pages-screen">
        {!partner.enabled && (
          <Note tone="warn">
            {operatorName} has disabled this partner: its pages cannot open purchases. You can read everything, and
            change nothing.
          </Note>
        )}
        <Suspense fallback={<Skeleton rows={8} />}>
          {section && id !== undefined && section.Item && <section.Item key={path} id={id} />}
          {section && id === undefined && <section.Screen key={path} />}
        </Suspense>
        {!section && <PageHead title="Page not found" lead={<PathLink to="">Open the overview</PathLink>} />}
      </main>
    </div>
  );
}
