import { SlipwayPlugin } from '@slipway/react';

/** A server component: the build fails unless the package is marked as client code. */
export default function FramePage() {
  return <SlipwayPlugin origin={process.env['NEXT_PUBLIC_SLIPWAY'] ?? ''} partnerId="packages" />;
}
