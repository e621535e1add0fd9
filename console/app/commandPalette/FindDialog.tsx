import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CommandPalette, type PaletteItem } from '../../parts/overlays/CommandPalette.tsx';
import { buildSectionPath } from '../buildSectionPath.ts';
import type { ConsoleSection } from '../consoleSections.ts';
import { useOfferedActions } from './screenActions.ts';
import { type SearchResults, searchByQuery } from './searchByQuery.tsx';

/** Delay after the last key before a search starts. */
const SEARCH_DELAY_MS = 120;
const NO_RESULTS: SearchResults = { items: [] };

type FindDialogProps = {
  /** Sections that the person may read. */
  readonly sections: readonly ConsoleSection[];
  readonly open: boolean;
  readonly onClose: () => void;
};

/** ⌘K on every screen: search results, actions of the current screen, and sections. */
export function FindDialog({ sections, open, onClose }: FindDialogProps) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const found = useSearchResults(open ? query : '');
  const items = found.items.map(({ to, ...item }) => ({ ...item, onChoose: () => void navigate({ to }) }));
  const actions = useOfferedActions();
  const pages = sections.map(({ id, title, icon: Icon, letter }): PaletteItem => {
    const icon = <Icon size={17} strokeWidth={2} aria-hidden="true" />;
    const keys = letter === undefined ? {} : { keys: `G ${letter}` };
    return { id, group: 'Pages', title, icon, ...keys, onChoose: () => void navigate({ to: buildSectionPath(id) }) };
  });
  const lowerCaseQuery = query.trim().toLowerCase();
  const matches = [...actions, ...pages].filter(({ title }) => title.toLowerCase().includes(lowerCaseQuery));
  const close = () => {
    setQuery('');
    onClose();
  };
  return (
    <CommandPalette
      open={open}
      onClose={close}
      query={query}
      onQuery={setQuery}
      items={[...items, ...matches]}
      searching={found.searching}
      {...(found.understood !== undefined && { understood: found.understood })}
    />
  );
}

/** Returns the results for a query, after it has not changed for a moment. A failed search has none. */
function useSearchResults(query: string): SearchResults & { readonly searching: boolean } {
  const [answer, setAnswer] = useState<{ readonly query: string; readonly results: SearchResults }>();
  const trimmedQuery = query.trim();
  useEffect(() => {
    if (trimmedQuery === '') return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      searchByQuery(trimmedQuery, controller.signal).then(
        (results) => !controller.signal.aborted && setAnswer({ query: trimmedQuery, results }),
        () => !controller.signal.aborted && setAnswer({ query: trimmedQuery, results: NO_RESULTS }),
      );
    }, SEARCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [trimmedQuery]);
  const isAnswered = answer?.query === trimmedQuery;
  return { ...(isAnswered ? answer.results : NO_RESULTS), searching: trimmedQuery !== '' && !isAnswered };
}
