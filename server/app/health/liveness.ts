import { VERSION } from '../../platform/version.ts';

/** The answer of `/healthz` of every process. */
export const LIVENESS = { alive: true, version: VERSION } as const;
