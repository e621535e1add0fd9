/** The fields of a wallet that the stand-in's server uses. The other fields are only for the browser. */
type PlayedWallet = {
  readonly name: string;
  readonly triedIn: string;
  readonly hasDeviceNumber: boolean;
};

export const WALLETS: Readonly<Record<string, PlayedWallet>>;
