import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CommandPalette, type PaletteItem } from '../parts/CommandPalette.tsx';
import { usePageActs } from './offeredActs.ts';
import { placePath } from './placePath.ts';
import type { Place } from './places.ts';
import { useFound } from './useFound.ts';

type FindDialogProps = {
  /** Those that the person may read. */
  readonly places: readonly Place[];
  readonly open: boolean;
  readonly onClose: () => void;
};

/** ⌘K over the whole console: what the server finds, what the screen can do now, and the places. */
export function FindDialog({ places, open, onClose }: FindDialogProps) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const found = useFound(open ? query : '');
  const items = found.items.map(({ to, ...item }) => ({ ...item, onChoose: () => void navigate({ to }) }));
  const acts = usePageActs();
  const ways = places.map(({ id, title, icon: Icon, letter }): PaletteItem => {
    const icon = <Icon size={17} strokeWidth={2} aria-hidden="true" />;
    const keys = letter === undefined ? {} : { keys: `G ${letter}` };
    return { id, group: 'Go', title, icon, ...keys, onChoose: () => void navigate({ to: placePath(id) }) };
  });
  const wanted = query.trim().toLowerCase();
  const fitting = [...acts, ...ways].filter(({ title }) => title.toLowerCase().includes(wanted));
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
      items={[...items, ...fitting]}
      searching={found.searching}
      {...(found.understood !== undefined && { understood: found.understood })}
    />
  );
}
