import { Empty } from '../parts/Empty.tsx';
import { ScreenHead } from '../parts/ScreenHead.tsx';
import type { Place } from './places.ts';

/** An address of a place that the person's roles do not read. */
export function NotForRole({ title, readers = [] }: Pick<Place, 'title' | 'readers'>) {
  const who = new Intl.ListFormat('en', { type: 'disjunction' }).format(readers);
  return (
    <>
      <ScreenHead title={`${title} is not for your role`} />
      <Empty>{`It is read by ${who}. An admin gives roles, under People. Nothing was shown, and nothing was asked.`}</Empty>
    </>
  );
}

/** An address that leads to no screen. */
export function NoScreen() {
  return (
    <>
      <ScreenHead title="Nothing is here" />
      <Empty>This address leads to no screen. Choose a place from the rail, or find an order with ⌘K.</Empty>
    </>
  );
}
