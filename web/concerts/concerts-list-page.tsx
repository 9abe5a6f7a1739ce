export default function ConcertsListPage() {
  return <h1>ConcertsList</h1>;
}
