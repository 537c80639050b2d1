/** A keyboard shortcut, with each key in a small frame. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 gap-1 text-muted">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-[4px] border border-line bg-ink px-1 font-sans text-xs"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
