import type { MouseEvent } from 'react';
import { useRevalidator } from 'react-router';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { ButtonAnchor } from '../ui/button.tsx';

/** Loads a page again that has no data: a link without scripts, otherwise in place (product.md 8). */
export function RetryLink() {
  const { retry } = useTexts(platformTexts);
  const { revalidate } = useRevalidator();
  const revalidateInPlace = (event: MouseEvent) => {
    event.preventDefault();
    void revalidate();
  };
  return (
    // an empty address is the current page
    <ButtonAnchor href="" onClick={revalidateInPlace}>
      {retry}
    </ButtonAnchor>
  );
}
