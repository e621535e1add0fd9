/** https://docs.sumsub.com/reference/rate-limits */
export const SUMSUB_LIMITS = { GET: { calls: 300, perSeconds: 5 }, POST: { calls: 50, perSeconds: 5 } } as const;
