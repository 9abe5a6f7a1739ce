import { frameTexts } from '#messages/office/frame.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

/** Says on every page of a demonstration that nothing here is real. */
export function DemoNote() {
  const { isDemo } = useFrame();
  const { demo } = useTexts(frameTexts);
  if (!isDemo) return null;
  return (
    <p className="office-demo" role="note">
      {demo}
    </p>
  );
}
