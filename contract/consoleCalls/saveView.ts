import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { savedView, savedViewExample, viewName, viewPlace } from '../entities/consoleDesk.ts';
import { roles } from '../entities/roles.ts';

export const saveView = defineConsoleCall({
  name: 'saveView',
  summary: 'Keeps how a list is arranged, in place of one’s own view of the same name',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({
    place: viewPlace,
    name: viewName,
    query: savedView.shape.query,
    shared: savedView.shape.shared,
  }),
  data: savedView,
  errors: ['act_refused'],
  example: {
    request: { place: 'orders', name: savedViewExample.name, query: savedViewExample.query, shared: true },
    data: savedViewExample,
  },
});
