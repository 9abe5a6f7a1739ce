import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { Field } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useTexts } from '../../platform/language.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { BothFields, useConcertForm, type ConcertFormData } from './concert-form.tsx';

interface PictureFormProps {
  id: string;
  stored: ConcertFormData;
}

/** A photograph instead of the drawn plate: its file, credit and alternative text (office.md 5.2). */
export function PictureForm({ id, stored }: PictureFormProps) {
  const texts = useTexts(concertOfficeTexts);
  const state = useConcertForm('picture', stored);
  const path = `/office/concerts/${id}/picture`;
  const { cover } = stored.document;
  const { label, error } = state.field('cover');
  return (
    <>
      {cover !== undefined && (
        <p>
          <img
            className="cover-image"
            src={`/media/covers/${cover.file.replace('.jpg', '-480.jpg')}`}
            alt=""
            width="480"
          />
        </p>
      )}
      <FormShell
        form={state.form}
        labels={state.labels}
        action={path}
        encType="multipart/form-data"
      >
        <input type="hidden" name="version" value={state.version} />
        <Field
          name="cover"
          label={label}
          error={error}
          hint={cover === undefined ? texts.uploadHint : `${texts.uploadHint} ${texts.keepHint}`}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
        />
        <BothFields state={state} name="cover_credit" />
        <BothFields state={state} name="cover_alt" rows={2} />
        <div className="office-buttons">
          <button className="button button--primary">
            {cover === undefined ? texts.upload : texts.savePicture}
          </button>
        </div>
      </FormShell>
      {cover !== undefined && (
        <ButtonForm action={path} entries={{ form: 'drawn' }}>
          {texts.useDrawnPlate}
        </ButtonForm>
      )}
    </>
  );
}
