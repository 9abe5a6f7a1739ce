import { defineApi } from '../operations/define-api.ts';
import { doorSteps } from './operations.ts';

/** The calls of the door's devices (door.md 7). */
export const doorApi = defineApi(doorSteps, {
  pairDoorDevice: { operation: 'door:redeem', body: (paired) => ({ data: paired }) },
  getDoorDevice: {
    operation: 'door:me',
    body: ({ device, ...rest }) => ({ data: device, ...rest }),
  },
  leaveDoor: { operation: 'door:leave' },
  listDoorConcerts: { operation: 'door:concerts', body: (concerts) => ({ data: concerts }) },
  getDoorList: {
    operation: 'door:list',
    input: ({ params }) => params,
    body: (list) => ({ data: list }),
    compresses: true,
  },
  listDoorChanges: {
    operation: 'door:changes',
    input: ({ query }) => query,
    body: (changes) => ({ data: changes }),
    compresses: true,
  },
  sendDoorEvents: { operation: 'door:send', body: (sent) => ({ data: sent }) },
});
