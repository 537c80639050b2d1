/** The logo: an outlined M that meets at the hub of a mill wheel in the accent color. Decorative. */
export function Logo({ className = 'size-6' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d="M3.25 20V4.25L12 13l8.75-8.75V20" />
      <path d="M6.6 13a5.4 5.4 0 0 0 10.8 0" />
      <circle cx="12" cy="13" r="2.3" stroke="none" className="fill-accent" />
    </svg>
  )
}

/** The logo with the name beside it. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-base tracking-[-0.01em]">
      <Logo />
      {name}
    </span>
  )
}
