import { describe, expect, it } from 'vitest';
import { inlineHashes, pagePolicy, withoutNonce } from './headers.ts';

const nothing = { script: [], frame: [], connect: [], img: [], form: [] };
const nonce = 'J5Wk1';
const html = `<style nonce="${nonce}">a{}</style><script nonce="${nonce}">let a</script><script src="/a.js" nonce="${nonce}"></script>`;

/** Splits the policy into its directives. */
function policyOf(page: string): Map<string, string> {
  const parts = pagePolicy(inlineHashes(page, nonce), nothing).split('; ');
  return new Map(
    parts.map((part) => [part.split(' ', 1).join(), part.slice(part.indexOf(' ') + 1)]),
  );
}

describe('the policy of a page', () => {
  it('allows the page’s own inline scripts and styles by their hashes, and no others', () => {
    const policy = policyOf(html);
    expect(policy.get('script-src')).toMatch(/^'self' 'sha256-[\w+/=]{44}'$/);
    expect(policy.get('style-src')).toMatch(/^'self' 'sha256-[\w+/=]{44}'$/);
    expect(pagePolicy(inlineHashes(html, nonce), nothing)).not.toContain('unsafe');
  });

  it('allows nothing that somebody has injected into the page', () => {
    const smuggled =
      '<script>steal()</script><script nonce="">steal()</script><script nonce="J5Wk2">steal()</script><style>b{}</style>';
    expect(policyOf(html + smuggled)).toEqual(policyOf(html));
    expect(policyOf(`${smuggled}${html}`)).toEqual(policyOf(html));
  });

  it('removes the nonces from the page', () => {
    expect(withoutNonce(html, nonce)).toBe(
      '<style>a{}</style><script>let a</script><script src="/a.js"></script>',
    );
  });

  it('allows Firefox to prefetch our own data: rel=prefetch falls back to default-src there', () => {
    expect(policyOf(html).get('default-src')).toBe("'self'");
  });

  it('allows forms to our own origin, and to the provider where a page needs it', () => {
    expect(policyOf(html).get('form-action')).toBe("'self'");
    const payment = { ...nothing, form: ['https://checkout.stripe.com'] };
    expect(pagePolicy(inlineHashes(html, nonce), payment)).toContain(
      "form-action 'self' https://checkout.stripe.com;",
    );
  });

  it('forbids everything that no page needs', () => {
    const policy = policyOf(html);
    const forbidden = ['object-src', 'media-src', 'worker-src', 'frame-src', 'base-uri'];
    for (const name of [...forbidden, 'frame-ancestors']) {
      expect(policy.get(name), name).toBe("'none'");
    }
  });
});
