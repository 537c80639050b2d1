import { Avatar } from '../../ui/avatar.tsx'
import { usePicture } from './data/pictures.ts'

interface PictureAvatarProps {
  /** The id of the person or company. */
  id: string | undefined
  name: string
  /** The picture's ETag from the row. Without one, initials are shown without a request. */
  etag: string | null | undefined
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Companies are square, and their logos are never cut. */
  company?: boolean
}

/** A person's photo or a company's logo, or initials. Decorative: write the name beside it. */
export function PictureAvatar({ id, name, etag, size, company }: PictureAvatarProps) {
  return <Avatar name={name} src={usePicture(id, etag)} size={size} square={company} />
}
