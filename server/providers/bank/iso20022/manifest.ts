import { z } from 'zod';

/** The message formats of ISO 20022 (https://www.iso20022.org/iso-20022-message-definitions); there is nothing to set. */
export const iso20022Manifest = {
  id: 'iso20022',
  label: 'ISO 20022 files',
  config: z.strictObject({}),
} as const;
