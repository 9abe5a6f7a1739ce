export default function PersonalHomePage() {
  return <h1>PersonalHome</h1>;
}
