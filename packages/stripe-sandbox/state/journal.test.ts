import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Journal } from './journal.ts';

test('a disk that cannot be written ends nothing: the changes are kept for later', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-journal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'disk', 'state.jsonl');
  const journal = new Journal(file);
  onTestFinished(() => journal.close());
  await rm(path.dirname(file), { recursive: true });
  journal.note('intents', { id: 'pi_1' });
  journal.flush();
  journal.note('intents', { id: 'pi_2' });
  journal.flush();
  await mkdir(path.dirname(file));
  journal.note('intents', { id: 'pi_3' });
  journal.flush();
  expect(new Journal(file).read().map(({ record }) => record.id)).toEqual(['pi_1', 'pi_2', 'pi_3']);
});
