import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';

export type Partner = ConsoleCallData<'partners'>['list'][number];
export type ShownPartner = ConsoleCallData<'partner'>;
export type PartnerAct = ShownPartner['acts'][number];
export type PartnerEvent = ConsoleCallData<'deliveries'>['list'][number];
