import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { useLoginState } from '../../person/loginState.ts';
import { redirectToIdentityProvider } from '../../person/redirectToIdentityProvider.ts';

/** Redirects to the identity provider to link the person's account there. */
export function LinkIdentityProviderButton() {
  const { signOn } = useLoginState();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  if (!signOn) return null;

  async function link() {
    setWorking(true);
    setError(undefined);
    try {
      await redirectToIdentityProvider('beginSignOnLink');
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
