import { Navigate } from '@tanstack/react-router';
import { Skeleton } from '../parts/Skeleton.tsx';
import { buildSectionPath } from './buildSectionPath.ts';
import { canReadSection, findStartSection } from './consoleSections.ts';
import { useFrameState } from './frameState.ts';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { builtSections } from './screens.ts';

/** `/console/`: redirects to the person's start section. */
export function StartRedirect() {
  const { session } = useFrameState();
  if (!session) return <Skeleton rows={8} />;
  const { roles } = session.person;
  const first = findStartSection(
    roles,
    builtSections.filter((section) => canReadSection(section, roles)),
  );
  return first ? <Navigate to={buildSectionPath(first.id)} replace /> : <NotFoundScreen />;
}
