import { Avatar } from '../../ui/avatar.tsx'
import { usePicture } from './pictures.ts'

interface PictureAvatarProps {
  /** The person's or the company's. */
  id: string | undefined
  name: string
  /** The mark of the picture, as the row says it; without one there are initials and no request. */
  etag: string | null | undefined
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Companies are square, and their logos are never cut. */
  company?: boolean
}

/** A person's photo or a company's logo, or initials. Decorative: write the name beside it. */
export function PictureAvatar({ id, name, etag, size, company }: PictureAvatarProps) {
  return <Avatar name={name} src={usePicture(id, etag)} size={size} square={company} />
}
