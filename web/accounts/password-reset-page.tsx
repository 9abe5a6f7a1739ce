export default function PasswordResetPage() {
  return <h1>PasswordReset</h1>;
}
