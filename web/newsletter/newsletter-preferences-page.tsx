export default function NewsletterPreferencesPage() {
  return <h1>NewsletterPreferences</h1>;
}
