export default function EmailVerificationPage() {
  return <h1>EmailVerification</h1>;
}
