import type { ReactNode } from 'react'
import type { DrawingProps } from './kit.tsx'

const files = import.meta.glob<(props: DrawingProps) => ReactNode>(['./*.tsx', '!./kit.tsx'], {
  eager: true,
  import: 'default',
})

/** The drawing of each service page by the page's path. The file name is the path without its slash. */
export const drawings = Object.fromEntries(Object.entries(files).map(([file, drawing]) => [file.slice(1, -4), drawing]))
