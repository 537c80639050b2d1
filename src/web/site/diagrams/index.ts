import type { ReactNode } from 'react'
import type { DrawingProps } from './kit.tsx'

const files = import.meta.glob<(props: DrawingProps) => ReactNode>(['./*.tsx', '!./kit.tsx'], {
  eager: true,
  import: 'default',
})

/** Every page's drawing by the page's address; the file's name is the address without its slash. */
export const drawings = Object.fromEntries(Object.entries(files).map(([file, drawing]) => [file.slice(1, -4), drawing]))
