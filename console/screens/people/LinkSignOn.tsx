import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { useEntered } from '../../person/entered.ts';
import { visitProvider } from '../../person/visitProvider.ts';

/** Leads to the identity provider, to link the account that the person logs in with there. */
export function LinkSignOn() {
  const { signOn } = useEntered();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  if (!signOn) return null;

  async function link() {
    setWorking(true);
    setError(undefined);
    try {
      await visitProvider('beginSignOnLink');
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : String(caught));
      setWorking(false);
    }
  }

  return (
    <>
      <Button size="small" working={working} onClick={() => void link()}>
        {`Link my ${signOn.name} account`}
      </Button>
      {error !== undefined && <Note tone="bad">{error}</Note>}
    </>
  );
}
