import { data } from 'react-router';
import { pickTexts } from '#messages/define-texts.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { programmeImportTexts } from '#messages/office/programme.ts';
import { Field } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { readText } from '../../forms/read-fields.ts';
import { useForm, type FormProblem, type FormState } from '../../forms/use-form.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useFrame } from '../platform/use-frame.ts';
import { ChangeList } from '../ui/change-list.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/programme-page';

/** The file stays in the form until it is applied: the server keeps no upload. */
interface KeptFile {
  name: string;
  yaml: string;
}

type Preview = Extract<OutputOf<'programme:preview'>, { seen: string }> & KeptFile;

const PATH = '/office/programme';

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const texts = pickTexts(programmeImportTexts, office.language);
  const form = await request.formData();
  const file = await readFile(form);
  const show = (problem: FormProblem | null, preview: Preview | null, lines: string[] = []) =>
    data(
      { form: 'import', entries: null, problem: problem ?? noProblem, preview, lines },
      { status: problem?.status ?? 200 },
    );
  const refuse = (reason: string, lines?: string[]) =>
    show({ status: 422, errors: { file: reason } }, null, lines);
  if (file === null) return refuse(texts.noFile);
  const { name, bytes } = file;
  const yaml = new TextDecoder().decode(bytes);
  const refused =
    readText(form, 'step') === 'apply'
      ? await submitForm(office, form, {
          command: 'programme:import',
          input: { name, yaml, seen: readText(form, 'seen') },
          to: PATH,
        })
      : null;
  const found = await office.read('programme:preview', { name, bytes });
  if ('refused' in found) {
    const [first = '', ...lines] = found.refused;
    return refuse(first, lines);
  }
  return show(refused?.data.problem ?? null, { ...found, name, yaml });
}

const noProblem: FormProblem = { status: 200, errors: {} };

/** The file that was chosen, or the one that the form has kept; null without any. */
async function readFile(form: FormData): Promise<{ name: string; bytes: Uint8Array } | null> {
  const file = form.get('file');
  if (file instanceof File && file.size > 0) {
    return { name: file.name || 'programme.yaml', bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  // browsers send line breaks of a field as CRLF
  const yaml = readText(form, 'yaml').replaceAll('\r\n', '\n');
  const bytes = new TextEncoder().encode(yaml);
  return yaml === '' ? null : { name: readText(form, 'name'), bytes };
}

/** The programme as a file, in and out (office.md 10). */
export default function ProgrammePage({ actionData }: Route.ComponentProps) {
  const texts = useTexts(programmeImportTexts);
  const { programme: title } = useTexts(frameTexts);
  const { staff } = useFrame();
  const form = useForm('import');
  const preview = actionData?.preview ?? null;
  return (
    <>
      <OfficeTitle title={title} />
      <Section id="export" title={texts.export}>
        <p>{texts.exportText}</p>
        <form action={`${PATH}.yaml`}>
          <button className="button button--line">{texts.export}</button>
        </form>
      </Section>
      {staff?.role === 'admin' && (
        <Section id="import" title={texts.import}>
          {preview === null ? (
            <FileForm form={form} lines={actionData?.lines ?? []} />
          ) : (
            <PreviewForm form={form} preview={preview} />
          )}
        </Section>
      )}
    </>
  );
}

/** Chooses a file, or goes on with the one that was kept while the identity was confirmed. */
function FileForm({ form, lines }: { form: FormState; lines: string[] }) {
  const texts = useTexts(programmeImportTexts);
  const [name, yaml] = [form.value('name'), form.value('yaml')];
  const { error } = form.field('file');
  return (
    <>
      <p>{texts.importText}</p>
      <FormShell form={form} encType="multipart/form-data" labels={{ file: texts.file }}>
        {lines.length > 0 && (
          <ul className="office-list">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {yaml !== '' && <p>{texts.kept({ name })}</p>}
        <KeptFields name={name} yaml={yaml} />
        <Field
          name="file"
          label={texts.file}
          hint={texts.fileHint}
          error={error}
          type="file"
          accept=".yaml,.yml"
        />
        <div className="office-buttons">
          <button className="button button--primary">{texts.import}</button>
        </div>
      </FormShell>
    </>
  );
}

function KeptFields({ name, yaml }: KeptFile) {
  return (
    <>
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="yaml" value={yaml} />
    </>
  );
}

/** What the file would change, and the button that does it. */
function PreviewForm({ form, preview }: { form: FormState; preview: Preview }) {
  const texts = useTexts(programmeImportTexts);
  const { changes, seen, name, yaml } = preview;
  if (changes.length === 0) {
    return (
      <>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus, jsx-a11y/prefer-tag-over-role -- the response to a form takes the focus (office.md 13.1) */}
        <p role="status" tabIndex={-1} autoFocus>
          {texts.nothing}
        </p>
        <p>
          <a href={PATH}>{texts.other}</a>
        </p>
      </>
    );
  }
  return (
    <FormShell form={form} encType="multipart/form-data">
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the response to a form takes the focus (office.md 13.1) */}
      <h3 tabIndex={-1} autoFocus>
        {texts.preview}
      </h3>
      <p>{texts.previewOf({ name })}</p>
      {changes.map((change) => (
        <details key={change.title} className="office-fold" open={!change.isNew}>
          <summary>
            {change.title}
            {change.isNew && ` (${texts.isNew})`}: {texts.fields({ count: change.changes.length })}
          </summary>
          <ChangeList changes={change.changes} />
        </details>
      ))}
      <KeptFields name={name} yaml={yaml} />
      <input type="hidden" name="seen" value={seen} />
      <div className="office-buttons">
        <button className="button button--primary" name="step" value="apply">
          {texts.apply}
        </button>
        <a className="button button--line" href={PATH}>
          {texts.other}
        </a>
      </div>
    </FormShell>
  );
}
