/** The digits of what was typed. */
const digitsOf = (text) => text.replaceAll(/\D/g, '');

/** How the three fields are written and checked; `check` returns the code of an error. */
const FIELDS = {
  number: {
    format: (text) =>
      (
        digitsOf(text)
          .slice(0, 19)
          .match(/.{1,4}/g) ?? []
      ).join(' '),
    check: (text) => {
      const digits = digitsOf(text);
      if (digits.length < lengthOf(digits)) return 'incomplete_number';
      return hasValidCheckDigit(digits) ? undefined : 'incorrect_number';
    },
  },
  expiry: {
    format: (text, isDeleting) => {
      const typed = digitsOf(text);
      const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
      if (digits.length < 2 || (isDeleting && digits.length === 2)) return digits;
      return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
    },
    check: (text) => {
      const { month, year, complete } = readExpiry(text);
      if (!complete) return 'incomplete_expiry';
      if (month < 1 || month > 12) return 'invalid_expiry_month';
      return new Date(year, month, 1) <= new Date() ? 'invalid_expiry_year_past' : undefined;
    },
  },
  cvc: {
    format: (text) => digitsOf(text).slice(0, 4),
    check: (text) => (digitsOf(text).length < 3 ? 'incomplete_cvc' : undefined),
  },
};

/** American Express has 15 digits. */
const lengthOf = (digits) => (/^3[47]/.test(digits) ? 15 : 16);

function readExpiry(text) {
  const digits = digitsOf(text);
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
  return { month, year, complete: digits.length === 4 };
}

function hasValidCheckDigit(number) {
  const sum = Array.from(number, Number)
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

/** The form's fields: their values, their errors, and how errors are announced. */
export function cardFields(form, messageOf, onChange) {
  const inputs = Object.keys(FIELDS).map((name) => form.elements[name]);
  const errorOf = (input) => FIELDS[input.name].check(input.value);
  let submitted = false;

  function show(input) {
    const code = submitted ? errorOf(input) : undefined;
    const message = document.getElementById(`${input.name}-error`);
    const text = code ? messageOf(code) : '';
    // Only what is new is announced.
    if (message.textContent !== text) message.textContent = text;
    input.classList.toggle('Input--invalid', code !== undefined);
    input.setAttribute('aria-invalid', String(code !== undefined));
  }

  for (const input of inputs) {
    input.addEventListener('input', (event) => {
      const atEnd = input.selectionStart === input.value.length;
      const isDeleting = event.inputType?.startsWith('delete') === true;
      if (atEnd) input.value = FIELDS[input.name].format(input.value, isDeleting);
      show(input);
      onChange();
    });
    input.addEventListener('blur', () => {
      input.value = FIELDS[input.name].format(input.value, false);
    });
  }

  return {
    isComplete: () => inputs.every((input) => errorOf(input) === undefined),
    isEmpty: () => inputs.every((input) => input.value === ''),
    /** Shows the errors, focuses the first field with one and returns its code. */
    validate() {
      submitted = true;
      inputs.forEach(show);
      const first = inputs.find(errorOf);
      first?.focus();
      return first && errorOf(first);
    },
    /** The fields of the API. */
    values() {
      const { month, year } = readExpiry(form.elements.expiry.value);
      const card = 'payment_method_data[card]';
      return {
        'payment_method_data[type]': 'card',
        [`${card}[number]`]: digitsOf(form.elements.number.value),
        [`${card}[exp_month]`]: month,
        [`${card}[exp_year]`]: year,
        [`${card}[cvc]`]: form.elements.cvc.value,
      };
    },
    lock: (isLocked) => inputs.forEach((input) => (input.readOnly = isLocked)),
    focus: () => inputs[0].focus(),
    clear() {
      submitted = false;
      for (const input of inputs) {
        input.value = '';
        show(input);
      }
    },
    relabel: () => inputs.forEach(show),
  };
}
