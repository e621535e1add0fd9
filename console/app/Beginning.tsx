import { Navigate } from '@tanstack/react-router';
import { Skeleton } from '../parts/Skeleton.tsx';
import { useFrame } from './frameState.ts';
import { NoScreen } from './NoScreen.tsx';
import { placePath } from './placePath.ts';
import { firstPlace, mayRead } from './places.ts';
import { builtPlaces } from './screens.ts';

/** `/console/`: leads to the first screen of whoever is here. */
export function Beginning() {
  const { session } = useFrame();
  if (!session) return <Skeleton rows={8} />;
  const { roles } = session.person;
  const first = firstPlace(
    roles,
    builtPlaces.filter((place) => mayRead(place, roles)),
  );
  return first ? <Navigate to={placePath(first.id)} replace /> : <NoScreen />;
}
