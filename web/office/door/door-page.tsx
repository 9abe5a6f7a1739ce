import { doorOfficeTexts } from '#messages/office/door.ts';
import { Field } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { readText } from '../../forms/read-fields.ts';
import { refuse } from '../../forms/submit.server.ts';
import { useForm } from '../../forms/use-form.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useMoment } from '../ui/breakable-text.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import { Section } from '../ui/section.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { StateLabel } from '../ui/state-label.tsx';
import { useOptional } from '../ui/use-optional.ts';
import type { Route } from './+types/door-page';

type Lists = OutputOf<'door:devices'>;
type RowState = Lists['devices'][number]['state'];

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).read('door:devices', {});
}

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  if (readText(form, 'form') === 'revoke') {
    return await submitForm(office, form, { command: 'door:revoke', to: '/office/door' });
  }
  const { output, problem } = await office.submit('door:pair', flatten(form), form);
  if (problem !== null) return refuse('pair', form, problem);
  // no redirect: the code is nowhere to be read again
  const qr = await office.read('door:qr-code', { url: String(output['url']) });
  const [code = '', until = ''] = [output['code'], output['redeem_until']].map(String);
  return { made: { code, until, qr, chosen: readText(form, 'for') } };
}

/** Device codes, devices and reports of the door (door.md 3, 8). */
export default function DoorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { pairings, devices, doors } = loaderData;
  const texts = useTexts(doorOfficeTexts);
  return (
    <>
      <OfficeTitle title={texts.title} />
      {actionData && 'made' in actionData && <NewCode {...actionData.made} doors={doors} />}
      <PairForm doors={doors} />
      <Section id="codes" title={texts.codes}>
        {pairings.length === 0 ? (
          <p className="office-empty">{texts.noCodes}</p>
        ) : (
          <PairingTable rows={pairings} />
        )}
      </Section>
      <Section id="devices" title={texts.devices}>
        {devices.length === 0 ? (
          <p className="office-empty">{texts.noDevices}</p>
        ) : (
          <DeviceTable rows={devices} />
        )}
      </Section>
      <Section id="reports" title={texts.reports}>
        <ul>
          {doors.map(
            ({ id, label }) =>
              id !== null && (
                <li key={id}>
                  <a href={`/office/door/${id}`}>{label}</a>
                </li>
              ),
          )}
        </ul>
      </Section>
    </>
  );
}

interface NewCodeProps {
  code: string;
  until: string;
  qr: OutputOf<'door:qr-code'>;
  /** The value of the door that it is for. */
  chosen: string;
  doors: Lists['doors'];
}

/** A new code, this one time, with what a volunteer does with it; nothing else of the page is printed. */
function NewCode({ code, until, qr, chosen, doors }: NewCodeProps) {
  const texts = useTexts(doorOfficeTexts);
  const moment = useMoment();
  return (
    <Section id="new-code" title={texts.newCode}>
      <p>{doors.find(({ value }) => value === chosen)?.label}</p>
      <QrPicture qr={qr} label={texts.qrText} />
      <p>
        <code>{code}</code>
      </p>
      <ol>
        <li>{texts.step1}</li>
        <li>{texts.step2}</li>
        <li>{texts.step3}</li>
      </ol>
      <p>
        {texts.until}: {moment(until)}
      </p>
    </Section>
  );
}

function PairForm({ doors }: { doors: Lists['doors'] }) {
  const texts = useTexts(doorOfficeTexts);
  const optional = useOptional();
  const form = useForm('pair');
  const labels = {
    for: texts.for,
    devices: texts.devices,
    valid: texts.valid,
    label: optional(texts.label),
  };
  return (
    <FormShell form={form} labels={labels}>
      <p className="office-hint">{texts.hint}</p>
      <SelectField
        {...form.field('for')}
        label={labels.for}
        options={doors.map(({ value, label }) => [value, label] as const)}
      />
      <div className="fields fields--pair">
        <Field {...form.field('devices', '2')} label={labels.devices} inputMode="numeric" />
        <Field {...form.field('valid', '12')} label={labels.valid} inputMode="numeric" />
      </div>
      <Field {...form.field('label')} label={labels.label} />
      <div className="office-buttons">
        <button className="button button--primary">{texts.make}</button>
      </div>
    </FormShell>
  );
}

/** The columns that both tables end with. */
function useLastColumns<Row extends { id: number; state: RowState }>(
  what: 'pairing' | 'device',
): Column<Row>[] {
  const texts = useTexts(doorOfficeTexts);
  return [
    {
      label: texts.state,
      cell: ({ state }) => (
        <StateLabel kind={state === 'active' ? 'good' : 'gone'}>{texts[state]}</StateLabel>
      ),
      isShort: true,
    },
    {
      label: texts.action,
      cell: ({ id, state }) =>
        state === 'revoked' ? (
          '–'
        ) : (
          <ButtonForm
            entries={{ form: 'revoke', what, id }}
            isSmall
            aria-describedby={`${what}-${id}`}
          >
            {texts.revoke}
          </ButtonForm>
        ),
      isAction: true,
    },
  ];
}

function PairingTable({ rows }: { rows: Lists['pairings'] }) {
  const texts = useTexts(doorOfficeTexts);
  const moment = useMoment();
  const last = useLastColumns<Lists['pairings'][number]>('pairing');
  return (
    <DataTable
      caption={texts.codes}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: texts.label,
          cell: ({ id, label }) => <span id={`pairing-${id}`}>{label || `#${id}`}</span>,
        },
        { label: texts.concerts, cell: ({ concerts }) => concerts },
        { label: texts.paired, cell: (row) => `${row.paired} / ${row.devices}`, isNumber: true },
        { label: texts.until, cell: ({ until }) => moment(until), isShort: true },
        ...last,
      ]}
    />
  );
}

function DeviceTable({ rows }: { rows: Lists['devices'] }) {
  const texts = useTexts(doorOfficeTexts);
  const moment = useMoment();
  const last = useLastColumns<Lists['devices'][number]>('device');
  return (
    <DataTable
      caption={texts.devices}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.name, cell: ({ id, name }) => <span id={`device-${id}`}>{name}</span> },
        { label: texts.entrance, cell: ({ entrance }) => entrance ?? '–' },
        { label: texts.concerts, cell: ({ concerts }) => concerts },
        { label: texts.lastHeard, cell: ({ lastHeard }) => moment(lastHeard), isShort: true },
        { label: texts.events, cell: ({ events }) => events, isNumber: true },
        ...last,
      ]}
    />
  );
}
