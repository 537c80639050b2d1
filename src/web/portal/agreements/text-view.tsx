import { MarkdownText } from '../../ui/markdown-text.tsx'

/** The exact text of an agreement, as a sheet. */
export function TextView({ body, className = '' }: { body: string; className?: string }) {
  return (
    <div className={`rounded-md border border-line bg-surface px-5 py-6 md:px-10 md:py-9 ${className}`}>
      {/* The text's own headings come below these. */}
      <h2 className="sr-only">The text</h2>
      <h3 className="sr-only">Exactly as it is signed</h3>
      <MarkdownText
        text={body}
        className="mx-auto max-w-[44rem] leading-relaxed [&_h4]:text-[1.43em]/[1.3] [&_h5]:text-[1.14em]"
      />
    </div>
  )
}
