import { Star } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'

/** The meanings of the ratings one to five. */
export const ratingWords = ['Very bad', 'Bad', 'Okay', 'Good', 'Very good']

/** A rating as stars, with its number for screen readers. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span
      className={cx('inline-flex items-center gap-0.5 align-[-2px]', className)}
      title={`${rating} of 5, ${ratingWords[rating - 1]?.toLowerCase()}`}
    >
      <span className="sr-only">{rating} of 5</span>
      {ratingWords.map((word, index) => (
        <Star
          key={word}
          aria-hidden
          className={cx('size-3.5', index < rating ? 'fill-accent text-accent' : 'text-line')}
        />
      ))}
    </span>
  )
}
