import { z } from 'zod';
import { PairBody, SendEventsBody } from '#contract/door/calls.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { drawQrCode } from '../drawing/draw-qr-code.ts';
import { defineRead, defineStep } from '../operations/define.ts';
import { writeReportCsv } from '../reports/report.ts';
import { getDevice, leaveDoor, pairDevice, toDevice, toExactIso } from './devices.ts';
import { listDevices, listDoors } from './list-devices.ts';
import { makePairing, revoke } from './pairing.ts';
import { readChanges, readConcerts, readTicketList } from './read-changes.ts';
import { createDoorReport, getDoorReport } from './report.ts';
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
export const doorOperations = {
  'door:pair': makePairing,
  'door:revoke': revoke,
  'door:devices': defineRead(adminAndOffice, async ({ deps, caller }) => ({
    ...(await listDevices(deps.pool, caller.language)),
    doors: await listDoors(deps.pool, caller.language),
  })),
  'door:qr-code': defineRead(adminAndOffice, (_context, { url }: { url: string }) =>
    drawQrCode(url),
  ),
  'door:report': defineRead(
    adminAndOffice,
    ({ deps, caller }, { concertId }: { concertId: number }) =>
      getDoorReport(deps.pool, caller.language, concertId),
  ),
  'door:report-csv': defineRead(
    adminAndOffice,
    async ({ deps }, { concertId, ...options }: { concertId: number } & CsvOptions) =>
      writeReportCsv(await createDoorReport(deps.pool, options.language, concertId), options),
  ),
};
