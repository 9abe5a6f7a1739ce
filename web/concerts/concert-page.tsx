export default function ConcertPage() {
  return <h1>Concert</h1>;
}
