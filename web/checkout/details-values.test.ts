import { describe, expect, it } from 'vitest';
import { checkDetails } from '#contract/forms.ts';
import {
  emptyValues,
  haveDetailsChanged,
  isComplete,
  missingZipDigits,
  startValues,
  toEntries,
  valuesOf,
  type DeliveryDetails,
} from './details-values.ts';

const saved: DeliveryDetails = {
  id: 1,
  firstName: 'Hanna',
  lastName: 'Lechner',
  email: null,
  street: 'Ammerweg 7',
  zip: '82401',
  city: 'Rottenbuch',
  country: { id: 55, name: { de: 'Deutschland', en: 'Germany' } },
};
const guest = { emailRequired: false, registers: false };
const newCustomer = { emailRequired: true, registers: true };

describe('the details form', () => {
  it('requires name, address and country of a guest, not an e-mail', () => {
    const nothing = { ...emptyValues, country_id: '' };
    expect(Object.keys(checkDetails(nothing, guest, 'de'))).toEqual([
      'first_name',
      'last_name',
      'street',
      'zip',
      'city',
      'country_id',
    ]);
    expect(checkDetails(valuesOf(saved), guest, 'de')).toEqual({});
    expect(checkDetails(nothing, guest, 'en').country_id).toBe('Country needs to be selected');
  });

  it('requires e-mail and two equal passwords of a guest who registers', () => {
    expect(checkDetails(valuesOf(saved), newCustomer, 'en')).toEqual({
      email: 'we need your email address',
      password: 'please type in a secure password',
    });
    const typed = { ...valuesOf(saved), email: 'h@example.org', password: 'zehn Zeichen' };
    expect(checkDetails(typed, newCustomer, 'en')).toEqual({
      password_confirmation: 'Passwords must match',
    });
  });

  it('refuses an invalid e-mail, also of a guest', () => {
    const typed = { ...valuesOf(saved), email: 'hanna@example' };
    expect(checkDetails(typed, guest, 'en')).toEqual({ email: 'this email address is not valid' });
  });

  it('can be saved only when something differs from what is stored', () => {
    expect(haveDetailsChanged(emptyValues, null)).toBe(false);
    expect(haveDetailsChanged(valuesOf(saved), saved)).toBe(false);
    expect(haveDetailsChanged({ ...valuesOf(saved), city: 'Rottenbuch ' }, saved)).toBe(false);
    expect(haveDetailsChanged({ ...valuesOf(saved), city: 'Marienfirn' }, saved)).toBe(true);
    expect(haveDetailsChanged({ ...emptyValues, first_name: 'H' }, null)).toBe(true);
  });

  it('is complete with name, street, zip, city and country', () => {
    expect(isComplete(valuesOf(saved))).toBe(true);
    expect(isComplete({ ...valuesOf(saved), country_id: '' })).toBe(false);
  });
});

describe('the initial values of the form', () => {
  const user = { id: 1, firstName: 'Hanna', lastName: 'L', email: 'h@example.org' };

  it("are the saved ones, otherwise the account's", () => {
    expect(startValues(null, null)).toEqual(emptyValues);
    expect(startValues(null, user)).toMatchObject({ email: 'h@example.org', last_name: 'L' });
    expect(startValues(saved, user)).toEqual(valuesOf(saved));
  });
});

describe('the zip', () => {
  it('gets a hint when a German one lacks digits, and is never refused', () => {
    expect(missingZipDigits({ ...valuesOf(saved), zip: '8240' })).toBe(1);
    expect(missingZipDigits({ ...valuesOf(saved), zip: '82 401' })).toBe(0);
    expect(missingZipDigits({ ...valuesOf(saved), zip: 'SW1A' })).toBeNaN();
    expect(missingZipDigits({ ...valuesOf(saved), zip: '8240', country_id: '40' })).toBe(0);
    expect(checkDetails({ ...valuesOf(saved), zip: '8240' }, guest, 'de')).toEqual({});
  });

  it('is sent without spaces in Germany, as written elsewhere', () => {
    expect(toEntries({ ...valuesOf(saved), zip: ' 82 401' }, guest, 's').zip).toBe('82401');
    const british = { ...valuesOf(saved), zip: 'SW1A 1AA ', country_id: '826' };
    expect(toEntries(british, guest, 's').zip).toBe('SW1A 1AA');
  });
});
