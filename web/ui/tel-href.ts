/** `tel:` with the digits alone; "(0)" is dialled only without the country's code. */
export const telHref = (phone: string) => `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`;
