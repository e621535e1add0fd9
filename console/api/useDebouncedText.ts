import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** Returns a text after it has not changed for a moment, so that a preview is not requested for every key. */
export function useDebouncedText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
