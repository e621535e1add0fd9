import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';

export type Partner = ConsoleCallData<'partners'>['list'][number];
export type PartnerDetails = ConsoleCallData<'partner'>;
export type PartnerAction = PartnerDetails['acts'][number];
export type PartnerEvent = ConsoleCallData<'deliveries'>['list'][number];
