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
  const latestListeners = useLatestListeners({ onReady, onQuote, onOrderCreated, onStatus, onClose, onError });
  const options = useStableOptions(given);
  const element = useRef<HTMLDivElement>(null);
  const mountedFrame = useRef<{ readonly frame: SlipwayFrame; options: MountOptions } | null>(null);

  // Declared before the effect that mounts the frame, so that it does not update a frame that was just mounted with these
  // options.
  useEffect(() => {
    if (!mountedFrame.current) return;
    const clearedOptions = Object.keys(mountedFrame.current.options).map((name) => [name, undefined]);
    mountedFrame.current.frame.update({ ...Object.fromEntries(clearedOptions), ...options });
    mountedFrame.current.options = options;
  }, [options]);

  const latestOptions = useRef(options);
  useEffect(() => {
    latestOptions.current = options;
  });
  useEffect(() => {
    if (!element.current) return undefined;
    const frame = createSlipway(origin).mount(element.current, latestOptions.current);
    addListeners(frame.on, latestListeners);
    mountedFrame.current = { frame, options: latestOptions.current };
    return () => {
      mountedFrame.current = null;
      frame.unmount();
    };
  }, [origin, latestListeners]);

  return <div ref={element} className={className} />;
}

/** Returns the previous object as long as the new one is equal. */
function useStableOptions(options: MountOptions): MountOptions {
  const [stable, setStable] = useState(options);
  const same = stable.session === options.session && JSON.stringify(stable) === JSON.stringify(options);
  if (!same) setStable(options);
  return same ? stable : options;
}
