import type { EmbedFault } from '@slipway/contract/embed/messages.ts';

/**
 * Asks the server why a window or frame sent no message. Logs the reason to the console and passes its code to `report`. Does
 * nothing if the site's own `connect-src` blocks the request, or the server finds no fault.
 */
export function reportSiteFault(origin: string, partnerId: string, report: (code: EmbedFault) => void): void {
  const pendingResponse = fetch(`${origin}/embed/v1/site?${new URLSearchParams({ partnerId })}`);
  const reportFault = ({ code, message }: { readonly code?: EmbedFault; readonly message: string }) => {
    if (!code) return;
    console.error(message);
    report(code);
  };
  pendingResponse.then((response) => response.json()).then(reportFault, () => undefined);
}
