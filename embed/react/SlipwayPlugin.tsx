import { createSlipway, type MountOptions, type SlipwayFrame } from '@slipway/loader';
import { useEffect, useRef, useState } from 'react';
import { listenFor, type SlipwayListeners, useNewest } from './listeners.ts';

export type SlipwayPluginProps = MountOptions &
  SlipwayListeners & {
    /** Where Slipway is served, such as `https://pay.example`. */
    readonly origin: string;
    readonly className?: string;
  };

/**
 * Two amounts and a button in a frame. Options that have changed are shown in the same frame; a changed listener is simply the
 * one that is called next. A session that is a promise has to be the same one from one rendering to the next.
 */
export function SlipwayPlugin({ origin, className, ...props }: SlipwayPluginProps) {
  const { onReady, onQuote, onOrderCreated, onStatus, onClose, onError, ...given } = props;
  const newest = useNewest({ onReady, onQuote, onOrderCreated, onStatus, onClose, onError });
  const options = useSame(given);
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<{ readonly frame: SlipwayFrame; options: MountOptions } | null>(null);

  // Before the frame is mounted: a frame that has just been mounted has its options.
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
    listenFor(frame.on, newest);
    shown.current = { frame, options: newestOptions.current };
    return () => {
      shown.current = null;
      frame.unmount();
    };
  }, [origin, newest]);

  return <div ref={element} className={className} />;
}

/** The former object for as long as the new one says the same. */
function useSame(options: MountOptions): MountOptions {
  const [kept, keep] = useState(options);
  const same = kept.session === options.session && JSON.stringify(kept) === JSON.stringify(options);
  if (!same) keep(options);
  return same ? kept : options;
}
