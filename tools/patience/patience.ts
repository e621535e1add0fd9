/** How much slower than the reference machine this one is; `npm test` measures it once for all tests that it starts. */
const pace = Math.max(1, Number(process.env['SLIPWAY_TEST_PACE'] ?? 1) || 1);

/** The longest that a test waits for a condition. A test that reaches it has failed; a slow machine does not. */
export const patienceMs = 60_000 * pace;

/** The same for what the product does in rounds of a minute, or after several steps that each wait for such a round. */
export const longPatienceMs = 5 * patienceMs;
