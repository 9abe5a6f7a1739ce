import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Language, LocalizedText } from '#contract/language.ts';
import { admin, adminAndEditor } from '#contract/office/staff.ts';
import { programmeImportTexts } from '#messages/office/programme.ts';
import { actorOf, type Caller } from '../operations/caller.ts';
import { defineChange, defineRead } from '../operations/define.ts';
import { text } from '../operations/entries.ts';
import type { Deps } from '../deps.ts';
import { conflict, Problem } from '../platform/problem.ts';
import { exportProgramme, toYaml } from '../programme/export-programme.ts';
import { readCovers } from '../programme/load-covers.ts';
import { applyProgramme, lockProgramme, rehearse } from '../programme/load-programme.ts';
import { ProgrammeError, type Programme } from '../programme/programme-format.ts';
import { readUpload, type Upload } from '../programme/read-upload.ts';
import {
  describeProgrammeChange,
  listProgrammeChanges,
  readStored,
  type ProgrammeChange,
  type ProgrammeChangeDto,
} from './programme-changes.ts';
import { readChoices } from './stored-concert.ts';

const MAX_NAME_LENGTH = 200;
const MAX_UPLOAD_BYTES = 5_000_000;

/** What an uploaded programme would change. */
export interface ProgrammePreviewDto {
  changes: ProgrammeChangeDto[];
  /** Names these changes: applying others is refused. */
  seen: string;
}

/** Why an uploaded programme is refused: a sentence, then perhaps a line for each problem. */
interface RefusedProgramme {
  refused: string[];
}

/** A programme whose covers are all stored. */
const readStoredProgramme = async ({ pool }: Deps, upload: Upload): Promise<Programme> =>
  (await readCovers(pool, null, await readUpload(upload))).programme;

/** Brings the database in line with the programme and returns what that has changed. */
async function apply(
  client: PoolClient,
  programme: Programme,
  { name: savedBy }: { name: string },
) {
  await lockProgramme(client);
  const before = await readStored(client);
  await applyProgramme(client, programme, { savedBy, source: 'import' });
  const changes = listProgrammeChanges(before, await readStored(client));
  const seen = createHash('sha256').update(JSON.stringify(changes)).digest('base64url');
  return { changes, seen };
}

/** Finds out what an uploaded programme would change, or why it is refused (office.md 10). */
async function previewProgramme(
  deps: Deps,
  caller: Caller,
  upload: Upload,
): Promise<ProgrammePreviewDto | RefusedProgramme> {
  const { language } = caller;
  if (upload.bytes.byteLength > MAX_UPLOAD_BYTES)
    return { refused: [programmeImportTexts.tooLarge[language]] };
  try {
    const programme = await readStoredProgramme(deps, upload);
    return await rehearse(deps.pool, async (client) => {
      const { changes, seen } = await apply(client, programme, actorOf(caller));
      const choices = await readChoices(client);
      return {
        changes: changes.map((each) => describeProgrammeChange(each, choices, language)),
        seen,
      };
    });
  } catch (error) {
    if (!(error instanceof ProgrammeError)) throw error;
    return { refused: toLines(error.texts, language) };
  }
}

const toLines = (texts: LocalizedText, language: Language): string[] =>
  texts[language]
    .split('\n')
    .map((line) => line.trim())
    // of the parser, which points at a place
    .filter((line) => /[^\s^]/.test(line));

/** Applies an uploaded programme whose changes somebody has seen; 409 when they would be others by now. */
const importProgramme = defineChange({
  may: admin,
  confirms: true,
  input: z.object({
    name: text(MAX_NAME_LENGTH),
    yaml: z.string().max(MAX_UPLOAD_BYTES),
    seen: z.string(),
  }),
  async prepare({ deps }, { name, yaml }): Promise<Programme> {
    return await readStoredProgramme(deps, { name, bytes: Buffer.from(yaml) }).catch(toProblem);
  },
  async run({ client, caller, deps }, { name, seen }, programme) {
    const done = await apply(client, programme, actorOf(caller)).catch(toProblem);
    if (done.seen !== seen) throw conflict(programmeImportTexts.changed);
    return {
      output: {},
      audit: {
        thing: { kind: 'programme', id: name, name },
        after: { detail: listNames(done.changes).join(', ') },
      },
      after: deps.stockChanged,
    };
  },
});

/** The page then shows why, as it does for a file that it sees for the first time. */
function toProblem(error: unknown): never {
  if (!(error instanceof ProgrammeError)) throw error;
  throw new Problem('conflict', { message: programmeImportTexts.changed, cause: error });
}

const listNames = (changes: ProgrammeChange[]): string[] =>
  changes.map(({ of }) => (typeof of === 'object' ? of.slug : of));

/** Records that the programme is exported; the file follows. */
const recordExport = defineChange({
  may: adminAndEditor,
  input: z.object({ name: text(MAX_NAME_LENGTH) }),
  async run(_context, { name }) {
    return await Promise.resolve({
      output: {},
      audit: { thing: { kind: 'programme', id: name, name } },
    });
  },
});

/** The programme as a file, in and out (office.md 10). */
export const programmeCommands = {
  'programme:import': importProgramme,
  'programme:export': recordExport,
};

/** The reads of the same page. */
export const programmeReads = {
  'programme:preview': defineRead(admin, ({ deps, caller }, upload: Upload) =>
    previewProgramme(deps, caller, upload),
  ),
  'programme:yaml': defineRead(adminAndEditor, async ({ deps }) =>
    toYaml(await exportProgramme(deps.pool)),
  ),
};
