import { readRowId } from '#contract/office/forms.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { listTexts } from '#messages/office/programme-lists.ts';
import { Field, TextArea } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { flatten, returnPath, submitForm } from '../platform/submit-form.server.ts';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/entry-page';
import { kindOf, nameOf, useListFields } from './list-fields.ts';

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const kind = kindOf(url.pathname);
  if (params.id === undefined) return { kind, entry: null };
  const id = readRowId(params.id);
  return { kind, entry: await context.get(officeContext).read(`${kind}:get`, { id }) };
}

export async function action({ request, context, url, params }: Route.ActionArgs) {
  const kind = kindOf(url.pathname);
  const office = context.get(officeContext);
  const texts = pickTexts(listTexts, office.language);
  const form = await request.formData();
  const { id = '' } = params;
  // 0 stands for a new entry, which has a path of its own
  if (id !== '' && readRowId(id) === 0) throw new Response(null, { status: 404 });
  const name = form.get('form');
  if (name === 'delete') {
    return await submitForm(office, form, {
      command: `${kind}:delete`,
      input: { id },
      to: `/office/${kind}s`,
    });
  }
  if (name !== 'entry') throw new Response(null, { status: 404 });
  return await submitForm(office, form, {
    command: `${kind}:save`,
    input: { ...flatten(form), id },
    // from a form that lacked it, back to what was typed there
    to: (output) =>
      url.searchParams.has('to')
        ? returnPath(url.searchParams.get('to'))
        : `/office/${kind}s/${String(output['id'])}`,
    say: ({ pages }) => `${texts.seenOn({ n: Number(pages) })}.`,
  });
}

/** An entry of one of the four lists, or a new one (office.md 5.2). */
export default function EntryPage({ loaderData: { kind, entry } }: Route.ComponentProps) {
  const texts = useTexts(listTexts);
  const frame = useTexts(frameTexts);
  const language = useLanguage();
  const fields = useListFields(kind);
  const form = useForm('entry');
  const name = entry === null ? texts.new : nameOf(entry.fields, language);
  const labels = Object.fromEntries(fields.map((field) => [field.name, field.label]));
  return (
    <>
      <Breadcrumb
        items={[{ label: frame[`${kind}s`], path: `/office/${kind}s` }, { label: name }]}
      />
      <OfficeTitle title={frame[`${kind}s`]} below={name} />
      <Section id="entry" title={name}>
        <FormShell form={form} labels={labels}>
          {entry !== null && <p>{texts.seenOn({ n: entry.pages })}.</p>}
          <input
            type="hidden"
            name="version"
            value={form.refusal?.version ?? form.value('version', entry?.version)}
          />
          {fields.map(({ name: each, label, hint, isLong }) => {
            const field = { ...form.field(each, entry?.fields[each]), label, hint };
            return isLong ? (
              <TextArea key={each} {...field} rows={3} />
            ) : (
              <Field key={each} {...field} autoComplete="off" />
            );
          })}
          <div className="office-buttons">
            <button className="button button--primary">{texts.save}</button>
            {entry !== null && (
              <a className="button button--line" href={`/office/${kind}s/new`}>
                {texts.new}
              </a>
            )}
          </div>
        </FormShell>
      </Section>
      {entry !== null && <DeleteForm />}
    </>
  );
}

function DeleteForm() {
  const texts = useTexts(listTexts);
  const form = useForm('delete');
  return (
    <Section id="delete" title={texts.delete}>
      <p>{texts.deleteHint}</p>
      <FormShell form={form}>
        <div className="office-buttons">
          <button className="button button--danger">{texts.delete}</button>
        </div>
      </FormShell>
    </Section>
  );
}
