export default function AccessibilityPage() {
  return <h1>Accessibility</h1>;
}
