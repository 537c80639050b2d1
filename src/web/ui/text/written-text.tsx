import { memo } from 'react'
import { cx } from '../cx.ts'
import { withoutOverrides } from './reading-direction.ts'

/** Web addresses, without the punctuation that ends a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}])/

/** Shows plain text as it was written, such as a mail: every character and line, with web addresses as links. */
export const WrittenText = memo(function WrittenText({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cx('min-w-0 [overflow-wrap:anywhere]', className)}>
      {withoutOverrides(text)
        .split(/\n{2,}/)
        .map((paragraph, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text do not move
          <p key={i} dir="auto" className="whitespace-pre-wrap not-first:mt-[0.75em]">
            {paragraph.split(ADDRESS).map((part, n) =>
              n % 2 === 1 ? (
                <a
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a paragraph do not move
                  key={n}
                  href={part}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className="text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
                >
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </p>
        ))}
    </div>
  )
})
