/** Shows a text with search matches highlighted. */
export function Marked({ pieces }: { pieces: readonly { text: string; hit: boolean }[] }) {
  return pieces.map(({ text, hit }, i) =>
    hit ? (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other key
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
