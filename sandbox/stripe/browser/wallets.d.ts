/** Fields that the stand-in itself uses; the other fields are for the browser. */
type PlayedWallet = {
  readonly name: string;
  readonly triedIn: string;
  readonly hasDeviceNumber: boolean;
};

export const WALLETS: Readonly<Record<string, PlayedWallet>>;
