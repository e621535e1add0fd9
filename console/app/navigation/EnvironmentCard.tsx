import './environmentCard.css';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Power from 'lucide-react/icons/power';
import { useEffect } from 'react';
import { Menu } from '../../parts/overlays/Menu.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useFrameState } from '../frameState.ts';

/** Shows live or test with the operator's name, and links to the other environment if there is one. Sets the tab's icon. */
export function EnvironmentCard() {
  const environment = useFrameState().session?.environment;
  const kind = environment?.kind;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon && kind) icon.href = icon.href.replace(/(?:live|test)(?=[^/]*\.svg$)/, kind);
  }, [kind]);
  if (!environment) {
    return (
      <div className="environment">
        <Skeleton height={34} />
      </div>
    );
  }
  const name = kind === 'live' ? 'Live' : 'Test';
  const { otherUrl } = environment;
  const inside = (
    <>
      <span className="environment-icon">
        <Power size={13} strokeWidth={2.6} aria-hidden="true" />
      </span>
      <span className="environment-words">
        <b>{name}</b>
        <small>{environment.operator}</small>
      </span>
    </>
  );
  if (otherUrl === undefined) {
    return (
      <div className="environment" data-kind={kind}>
        {inside}
      </div>
    );
  }
  return (
    <Menu
      trigger={
        <button type="button" className="environment" data-kind={kind} aria-label={`${name}, ${environment.operator}`}>
          {inside}
          <ChevronDown className="environment-chevron" size={15} strokeWidth={2.1} aria-hidden="true" />
        </button>
      }
      rows={[
        {
          kind: 'act',
          id: 'other',
          title: kind === 'live' ? 'Switch to Test (no real money)' : 'Switch to Live (real money)',
          onChoose: () => location.assign(otherUrl),
        },
      ]}
    />
  );
}
