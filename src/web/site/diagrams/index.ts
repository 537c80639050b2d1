import type { ReactNode } from 'react'

/** What a page hands its drawing: the words for those who do not see it. */
export type DrawingProps = { text: string }

const files = import.meta.glob<(props: DrawingProps) => ReactNode>(['./*.tsx', '!./kit.tsx'], {
  eager: true,
  import: 'default',
})

/** Every page's drawing by the page's address; the file's name is the address without its slash. */
export const drawings = Object.fromEntries(
  Object.entries(files).map(([file, drawing]) => [file.slice(1, -4), drawing]),
)
