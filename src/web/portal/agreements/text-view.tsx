import { MarkdownText } from '../../ui/text/markdown-text.tsx'

/** Shows the exact text of an agreement on a sheet. */
export function TextView({ body, className = '' }: { body: string; className?: string }) {
  return (
    <div className={`rounded-md border border-line bg-surface px-5 py-6 md:px-10 md:py-9 ${className}`}>
      {/* Headings in the text are nested below these. */}
      <h2 className="sr-only">Agreement text</h2>
      <h3 className="sr-only">Exact text for signature</h3>
      <MarkdownText
        text={body}
        className="mx-auto max-w-[44rem] leading-relaxed [&_h4]:text-[1.43em]/[1.3] [&_h5]:text-[1.14em]"
      />
    </div>
  )
}
