/** A text in pieces, with what was looked for marked. */
export function Marked({ pieces }: { pieces: readonly { text: string; hit: boolean }[] }) {
  return pieces.map(({ text, hit }, i) =>
    hit ? (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
        key={i}
        className="rounded-[3px] bg-accent/18 text-text forced-colors:bg-[Mark] forced-colors:text-[MarkText]"
      >
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
