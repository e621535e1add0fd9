import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { savedView, savedViewList } from '../../entities/console/consoleDesk.ts';
import { roles } from '../../entities/roles.ts';

export const views = defineConsoleCall({
  name: 'views',
  summary: 'Saved views of a list: one’s own, and those for everyone',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ place: savedViewList }),
  data: z.object({ views: z.array(savedView) }),
  errors: [],
  example: { request: { place: 'orders' } },
});
