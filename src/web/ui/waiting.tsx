import { Logo } from './logo.tsx'

/** A placeholder for a full page that is loading. `text` says what is loading. */
export function Waiting({ text }: { text?: string }) {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-4">
      <Logo className="size-8 animate-breathe text-muted" />
      <p className={text ? 'text-muted text-sm' : 'sr-only'} role="status">
        {text ?? 'Loading'}
      </p>
    </div>
  )
}
