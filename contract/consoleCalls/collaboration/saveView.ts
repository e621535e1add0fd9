import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { savedView, savedViewExample, savedViewList, savedViewName } from '../../entities/console/consoleDesk.ts';
import { roles } from '../../entities/roles.ts';

export const saveView = defineConsoleCall({
  name: 'saveView',
  summary: 'Saves the arrangement of a list, replacing one’s own view of the same name',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({
    place: savedViewList,
    name: savedViewName,
    query: savedView.shape.query,
    shared: savedView.shape.shared,
  }),
  data: savedView,
  errors: ['act_refused'],
  example: {
    request: { place: 'orders', name: savedViewExample.name, query: savedViewExample.query, shared: true },
  },
});
