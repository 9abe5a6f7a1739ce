import { formatDate } from '#contract/format.ts';
import { mayOpen } from '#contract/office/screens.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/person-page';
import { PersonAccount } from './person-account.tsx';
import { PersonLists } from './person-lists.tsx';
import { ThingEvents } from '../ui/thing-events.tsx';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const person = await office.read('people:get', { ...params, account: readAccount(request) });
  return { person, events: await office.read('people:events', { key: person.key }) };
}

export async function action({ request, params: { key }, context }: Route.ActionArgs) {
  const form = await request.formData();
  if (form.get('form') !== 'correct') throw new Response(null, { status: 404 });
  return await submitForm(context.get(officeContext), form, {
    command: 'person:correct',
    input: { ...flatten(form), key, account: readAccount(request) },
    to: (output) => `/office/people/${String(output['key'])}`,
  });
}

/** The account that a form of this page was opened for: its address, and with it the key, may have changed since. */
const readAccount = ({ url }: Request): string => new URL(url).searchParams.get('account') ?? '';

/** Everything about one person (office.md 8.1). */
export default function PersonPage({ loaderData: { person, events } }: Route.ComponentProps) {
  const texts = useTexts(peopleTexts);
  const language = useLanguage();
  const { staff } = useFrame();
  const { key } = person;
  return (
    <>
      <Breadcrumb
        items={[{ label: texts.title, path: '/office/people' }, { label: person.name }]}
      />
      <OfficeTitle title={person.name} />
      <p>{person.email}</p>
      <PersonAccount person={person} />
      <PersonLists person={person} />
      <Section id="data" title={texts.data}>
        <p>{texts.answerUntil({ day: formatDate(person.answerUntil, language) })}</p>
        <div className="office-buttons">
          <a className="button button--line" href={`/office/people/${key}/export.pdf`}>
            {texts.exportPdf}
          </a>
          <a className="button button--line" href={`/office/people/${key}/export.json`}>
            {texts.export}
          </a>
          {staff !== null && mayOpen(staff.role, '/office/people/:key/erase') && (
            <a className="button button--line" href={`/office/people/${key}/erase`}>
              {texts.erase}
            </a>
          )}
        </div>
      </Section>
      <ThingEvents events={events} />
    </>
  );
}
