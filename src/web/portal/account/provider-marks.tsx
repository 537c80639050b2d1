/** Google's logo, as its branding guidelines require on a sign-in button. */
export function GoogleMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-4">
      <path
        fill="#4285F4"
        d="M22.6 12.2c0-.8-.1-1.4-.2-2.1H12v4h6a5.2 5.2 0 0 1-2.2 3.4v2.8h3.6c2-1.9 3.2-4.7 3.2-8.1Z"
      />
      <path fill="#34A853" d="M12 23c3 0 5.5-1 7.4-2.7l-3.6-2.8a6.7 6.7 0 0 1-10-3.5H2.1v2.9A11 11 0 0 0 12 23Z" />
      <path fill="#FBBC05" d="M5.8 14a6.6 6.6 0 0 1 0-4.2V7H2.1a11 11 0 0 0 0 9.9L5.8 14Z" />
      <path fill="#EA4335" d="M12 5.4c1.7 0 3.2.6 4.3 1.7l3.2-3.2A11 11 0 0 0 2.1 7l3.7 2.8A6.6 6.6 0 0 1 12 5.4Z" />
    </svg>
  )
}

/** Microsoft's logo. */
export function MicrosoftMark() {
  return (
    <svg aria-hidden viewBox="0 0 21 21" className="size-4">
      <path fill="#F25022" d="M0 0h10v10H0z" />
      <path fill="#7FBA00" d="M11 0h10v10H11z" />
      <path fill="#00A4EF" d="M0 11h10v10H0z" />
      <path fill="#FFB900" d="M11 11h10v10H11z" />
    </svg>
  )
}
