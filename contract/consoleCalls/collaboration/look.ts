import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deskSubject, tabId } from '../../entities/console/consoleDesk.ts';
import { roles } from '../../entities/roles.ts';

export const look = defineConsoleCall({
  name: 'look',
  summary: 'Reports what a tab has open, so that others see it, until the tab’s live stream is closed',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({
    tab: tabId,
    subjects: z.array(deskSubject).max(50).describe('All items that the tab has open; empty if none are open'),
  }),
  data: z.object({}),
  errors: [],
  example: {
    request: { tab: '7d1f1f0e-6f0b-4c55-9a53-0b6f6c9b9a11', subjects: ['order:7KQ2M4XD9TAB3HWPEN56'] },
  },
});
