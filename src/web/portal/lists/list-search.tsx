import { useEffect, useRef, useState } from 'react'
import { SearchInput } from '../../ui/forms/search-input.tsx'

const WAIT_MS = 200

/** The search box. It keeps what is typed, and the address follows after a delay. */
export function ListSearch({ label, q, onChange }: { label: string; q: string; onChange: (q: string) => void }) {
  const [text, setText] = useState(q)
  const applied = useRef(q)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // Something else changed the address, such as a cleared filter.
  useEffect(() => {
    if (q !== applied.current) {
      applied.current = q
      setText(q)
    }
  }, [q])
  useEffect(() => {
    if (text === applied.current) return
    const timer = setTimeout(() => {
      applied.current = text
      latest.current(text)
    }, WAIT_MS)
    // Back and Forward discard a search that is not applied yet, because it belongs to the page that they leave.
    const cancel = () => {
      clearTimeout(timer)
      setText(applied.current)
    }
    addEventListener('popstate', cancel)
    return () => {
      clearTimeout(timer)
      removeEventListener('popstate', cancel)
    }
  }, [text])
  /** Applies the typed text immediately, so that the next action starts from it. */
  const settle = () => {
    if (text === applied.current) return
    applied.current = text
    latest.current(text)
  }
  // The list says what is searched, and on phones there is no space to repeat it.
  return (
    <SearchInput label={label} placeholder="Search" value={text} onChange={setText} onBlur={settle} maxLength={200} />
  )
}
