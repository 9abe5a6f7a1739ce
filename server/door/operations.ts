import { z } from 'zod';
import { PairBody, SendEventsBody } from '#contract/door/calls.ts';
import { defineRead, defineStep } from '../operations/define.ts';
import { getDevice, leaveDoor, pairDevice, toDevice, toExactIso } from './devices.ts';
import { makePairing, revoke } from './pairing.ts';
import { readChanges, readConcerts, readTicketList } from './read-changes.ts';
import { sendEvents } from './send-events.ts';

/** What the door's devices do; each knows itself by its token (door.md 7). */
export const doorSteps = {
  'door:redeem': defineStep({ may: 'anyone', input: PairBody, run: pairDevice }),
  'door:leave': defineStep({ may: 'anyone', input: z.object({}), run: leaveDoor }),
  'door:send': defineStep({ may: 'anyone', input: SendEventsBody, run: sendEvents }),
  'door:me': defineRead('anyone', async ({ deps, caller }) => {
    const device = await getDevice(deps.pool, caller.token);
    return { device: toDevice(device), server_time: toExactIso(device.now) };
  }),
  'door:concerts': defineRead('anyone', readConcerts),
  'door:list': defineRead('anyone', readTicketList),
  'door:changes': defineRead('anyone', readChanges),
};

/** The operations of the door in the office (door.md 8). */
export const doorOperations = { 'door:pair': makePairing, 'door:revoke': revoke };
