import { EmptyState } from '../parts/EmptyState.tsx';
import { ScreenHead } from '../parts/ScreenHead.tsx';
import type { ConsoleSection } from './consoleSections.ts';

/** Shown for a section that the person's roles may not read. */
export function RoleNotAllowed({ title, readers = [] }: Pick<ConsoleSection, 'title' | 'readers'>) {
  const who = new Intl.ListFormat('en', { type: 'disjunction' }).format(readers);
  return (
    <>
      <ScreenHead title={`You don’t have access to ${title}`} />
      <EmptyState>{`This page requires the role ${who}. Ask an admin for access.`}</EmptyState>
    </>
  );
}

/** Shown for an address without a screen. */
export function NotFoundScreen() {
  return (
    <>
      <ScreenHead title="Page not found" />
      <EmptyState>Choose a page from the menu, or search for an order with ⌘K.</EmptyState>
    </>
  );
}
