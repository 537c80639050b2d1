import { Logo } from './logo.tsx'

/** A whole page that is on its way: nothing that jumps, nothing that flashes. */
export function Waiting() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Logo className="size-8 animate-breathe text-muted" />
      <p className="sr-only" role="status">
        Loading
      </p>
    </div>
  )
}
