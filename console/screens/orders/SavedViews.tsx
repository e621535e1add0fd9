import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { Dialog } from '../../parts/overlays/Dialog.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { useLoginState } from '../../person/loginState.ts';
import { BUILT_IN_VIEWS } from './orderSearch.ts';

type SavedViewsProps = { readonly query: string; readonly onOpen: (query: string) => void };

/** Saved views of the list. */
export function SavedViews({ query, onOpen }: SavedViewsProps) {
  const { person } = useLoginState();
  const views = useConsoleQuery('views', { place: 'orders' });
  const [naming, setNaming] = useState(false);
  const saved = views.data?.views ?? [];
  const current = saved.find((view) => view.query === query && view.person === person?.name);
  async function drop(id: number) {
    await consoleCall('dropView', { id });
    await views.refetch();
  }
  return (
    <div className="orders-views">
      <Chips label="Views">
        <Chip on={query === ''} onToggle={() => onOpen('')}>
          All
        </Chip>
        {[...BUILT_IN_VIEWS, ...saved].map((view) => (
          <Chip
            key={'id' in view ? view.id : view.name}
            on={view.query === query}
            onToggle={() => onOpen(view.query === query ? '' : view.query)}
          >
            {view.name}
          </Chip>
        ))}
        {query !== '' && !current && (
          <Button kind="quiet" size="small" onClick={() => setNaming(true)}>
            {' '}
            Save view
          </Button>
        )}
        {current && (
          <IconButton label={`Delete the view ${current.name}`} onClick={() => void drop(current.id)}>
            <X size={14} strokeWidth={2} aria-hidden="true" />
          </IconButton>
        )}
      </Chips>
      {naming && (
        <SaveViewForm
          query={query}
          onClose={() => {
            setNaming(false);
            void views.refetch();
          }}
        />
      )}
    </div>
  );
}

function SaveViewForm({ query, onClose }: { readonly query: string; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [failed, setFailed] = useState<string>();
  async function save(shared: boolean) {
    try {
      await consoleCall('saveView', { place: 'orders', name, query, shared });
      onClose();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save view"
      acts={
        <>
          <Button kind="primary" disabled={name.trim() === ''} onClick={() => void save(false)}>
            Save for me
          </Button>
          <Button disabled={name.trim() === ''} onClick={() => void save(true)}>
            Save for everyone
          </Button>
        </>
      }
    >
      <TextField label="Name" value={name} onChange={setName} />
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
    </Dialog>
  );
}
