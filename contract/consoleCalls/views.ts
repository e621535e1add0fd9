import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { savedView, savedViewExample, viewPlace } from '../entities/consoleDesk.ts';
import { roles } from '../entities/roles.ts';

export const views = defineConsoleCall({
  name: 'views',
  summary: 'How a list was arranged and kept: one’s own views, and those for everybody',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ place: viewPlace }),
  data: z.object({ views: z.array(savedView) }),
  errors: [],
  example: { request: { place: 'orders' }, data: { views: [savedViewExample] } },
});
