import { useState } from 'react';
import { refetchShownData } from '../../api/queryClient.ts';

/** Returns `change`, which makes a change and refetches what is on screen; the id of the one in progress; and the last error. */
export function useChange() {
  const [working, setWorking] = useState<string>();
  const [error, setError] = useState<string>();
  /** Returns true if the change was made. `id` names what is being changed. */
  async function change(id: string, act: () => Promise<unknown>): Promise<boolean> {
    setWorking(id);
    setError(undefined);
    try {
      await act();
      await refetchShownData();
      return true;
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : String(caught));
      return false;
    } finally {
      setWorking(undefined);
    }
  }
  return { working, error, change };
}
