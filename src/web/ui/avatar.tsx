import { useState } from 'react'
import { cx } from './cx'
import { getInitials, hashToIndex } from './text/initials'

const sizes = { sm: 'size-6 text-[0.625rem]', md: 'size-8 text-xs', lg: 'size-14 text-lg', xl: 'size-20 text-2xl' }

const tones = [
  'bg-accent/14 text-accent',
  'bg-info/14 text-info',
  'bg-good/14 text-good',
  'bg-warn/14 text-warn',
  'bg-line text-text',
] as const

interface AvatarProps {
  name: string
  src?: string | null
  size?: keyof typeof sizes
  /** For companies: a square with rounded corners that does not crop the logo. */
  square?: boolean
}

/** A person's or company's picture, or initials on a color chosen by name. Decorative: show the name beside it. */
export function Avatar({ name, src, size = 'md', square }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const box = cx(
    'inline-grid shrink-0 select-none place-items-center font-medium',
    square ? (size === 'sm' ? 'rounded-[5px]' : 'rounded-md') : 'rounded-full',
    sizes[size],
  )
  if (src && src !== failed)
    return (
      <img
        src={src}
        alt=""
        className={cx(box, square ? 'bg-text object-contain' : 'object-cover')}
        onError={() => setFailed(src)}
      />
    )
  return (
    <span aria-hidden className={cx(box, 'forced-colors:border', tones[hashToIndex(name, tones.length)])}>
      {getInitials(name)}
    </span>
  )
}
