export default function ImprintPage() {
  return <h1>Imprint</h1>;
}
