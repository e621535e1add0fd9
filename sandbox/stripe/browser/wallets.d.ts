/** What the stand-in itself asks of the wallets; the rest is the browser's. */
type PlayedWallet = {
  readonly name: string;
  readonly triedIn: string;
  readonly hasDeviceNumber: boolean;
};

export const WALLETS: Readonly<Record<string, PlayedWallet>>;
