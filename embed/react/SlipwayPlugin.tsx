import { createSlipway, type MountOptions, type SlipwayFrame } from '@slipway/loader';
import { useEffect, useRef, useState } from 'react';
import { addListeners, type SlipwayListeners, useLatestListeners } from './listeners.ts';

export type SlipwayPluginProps = MountOptions &
  SlipwayListeners & {
    /** The server's origin, such as `https://pay.example`. */
    readonly origin: string;
    readonly className?: string;
  };

/**
 * Renders two amounts and a button in a frame. Changed options reload the same frame; a changed listener only replaces the
 * previous one. If the session is a promise, every rendering must pass the same promise.
 */
export function SlipwayPlugin({ origin, className, ...props }: SlipwayPluginProps) {
  const { onReady, onQuote, onOrderCreated, onStatus, onClose, onError, ...given } = props;
  const newest = useLatestListeners({ onReady, onQuote, onOrderCreated, onStatus, onClose, onError });
  const options = useStableOptions(given);
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<{ readonly frame: SlipwayFrame; options: MountOptions } | null>(null);

  // Declared before the effect that mounts the frame: a just mounted frame already has its options.
  useEffect(() => {
    if (!shown.current) return;
    const former = Object.keys(shown.current.options).map((name) => [name, undefined]);
    shown.current.frame.update({ ...Object.fromEntries(former), ...options });
    shown.current.options = options;
  }, [options]);

  const newestOptions = useRef(options);
  useEffect(() => {
    newestOptions.current = options;
  });
  useEffect(() => {
    if (!element.current) return undefined;
    const frame = createSlipway(origin).mount(element.current, newestOptions.current);
    addListeners(frame.on, newest);
    shown.current = { frame, options: newestOptions.current };
    return () => {
      shown.current = null;
      frame.unmount();
    };
  }, [origin, newest]);

  return <div ref={element} className={className} />;
}

/** Returns the previous object as long as the new one is equal. */
function useStableOptions(options: MountOptions): MountOptions {
  const [kept, keep] = useState(options);
  const same = kept.session === options.session && JSON.stringify(kept) === JSON.stringify(options);
  if (!same) keep(options);
  return same ? kept : options;
}
