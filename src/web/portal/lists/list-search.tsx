import { useEffect, useRef, useState } from 'react'
import { SearchInput } from '../../ui/forms/search-input.tsx'

const WAIT_MS = 200

/** The search box. It keeps what is typed, and the address follows after a delay. */
export function ListSearch({ label, q, onChange }: { label: string; q: string; onChange: (q: string) => void }) {
  const [text, setText] = useState(q)
  const said = useRef(q)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // Something else changed the address, such as a cleared filter.
  useEffect(() => {
    if (q !== said.current) {
      said.current = q
      setText(q)
    }
  }, [q])
  useEffect(() => {
    if (text === said.current) return
    const timer = setTimeout(() => {
      said.current = text
      latest.current(text)
    }, WAIT_MS)
    // Back and Forward cancel the step: it belongs to the entry that is left.
    const cancel = () => {
      clearTimeout(timer)
      setText(said.current)
    }
    addEventListener('popstate', cancel)
    return () => {
      clearTimeout(timer)
      removeEventListener('popstate', cancel)
    }
  }, [text])
  /** Applies what is typed now: the next step starts from it. */
  const settle = () => {
    if (text === said.current) return
    said.current = text
    latest.current(text)
  }
  // The list says what is searched, and on phones there is no space to repeat it.
  return (
    <SearchInput label={label} placeholder="Search" value={text} onChange={setText} onBlur={settle} maxLength={200} />
  )
}
