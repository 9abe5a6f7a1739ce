import { useNonce } from '../../platform/document.tsx';

/** The mail in a frame without scripts; its styles carry the page's nonce: the frame inherits the page's policy. */
export function MailPreview({ html, title }: { html: string; title: string }) {
  const nonce = useNonce();
  return (
    <iframe
      className="office-preview"
      title={title}
      sandbox=""
      srcDoc={html.replace('<style>', () => `<style nonce="${nonce}">`)}
      // browsers hide the nonce from scripts
      suppressHydrationWarning
    />
  );
}
