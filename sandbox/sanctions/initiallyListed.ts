/**
 * Listed addresses in a new sandbox, by the asset's ticker. The addresses are well formed, and their private keys are unknown.
 * As in the real extract, one account can be listed for several assets, with or without the capital letters of its checksum.
 * The file of a token contains addresses of every chain on which the token exists.
 */
export const INITIALLY_LISTED: Readonly<Record<string, readonly string[]>> = {
  XBT: [
    '15pkGDnngFXVz4FGb6agTtHxzGppH4VRZn',
    '19zF3NF2a7adnyPYXGu9LGgbyXMLMGUNjY',
    '33rbN4VvwKYc9FbJn7RaDTHHQ6EWLzmQUP',
    '3FSUmpATNkQaVZHnuvxXEVxNF3cAYevDSY',
    'bc1q8ptu3g7m28q69vprr5ntpdjg9r9f8xwk86ssns',
    'bc1qstqyqqteg80dkc7d7sst6twm8vskfk9fn2q8sr6ngu7247huu54sqtmn0v',
    'bc1qx7wz98x90ggxhhfy3ftnt4ek69y4l0fq6jky2t',
  ],
  ETH: [
    '0x1f0B384204604bc8f89322076486B22F0da6Ca59',
    '0x20d00abE4A8cf47f2915A81D2BB26cA1B48258c0',
    '0x769fA59e474e1110BEFe1fAA2CfaAd7CD8b0c25D',
    '0xc6a150ceA3FA43DB5F0bCE7a06B8048A94c65616',
  ],
  USDT: ['0x8ec0d13cf8c62318f3d17e47332354bd5e851468', 'TA5K7WEdhmV7LRXSvn3wCTJTC1J2edQjxo'],
  USDC: ['0x769fa59e474e1110befe1faa2cfaad7cd8b0c25d'],
  ARB: ['0xC0d5bde0426a3aa41DB1d7C7fF3911D43172e756'],
  BSC: ['0xC0d5bde0426a3aa41DB1d7C7fF3911D43172e756'],
  ETC: ['0x20d00abE4A8cf47f2915A81D2BB26cA1B48258c0'],
  BCH: ['15tNESuox9CYoNP6XFrvCYT54koj3hnDr2'],
  BSV: ['1CQjh2U3ozMbdvFr36juK2wmQmwG361zgV'],
};
