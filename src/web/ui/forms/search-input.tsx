import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { IconButton } from '../button'
import { cx } from '../cx'
import { getPressedKey } from '../pressed-key'
import { controlClass } from './control'

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref'> & {
  /** The accessible name, and the placeholder unless another is given. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search box. Escape and the clear button clear it. */
export function SearchInput({ label, value, onChange, className, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={cx('relative block', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted forced-colors:text-[CanvasText]"
      />
      <input
        enterKeyHint="search"
        placeholder={label}
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (getPressedKey(event) !== 'Escape' || !value) return
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
        className={cx(controlClass, 'h-9 pr-9 pl-9 max-md:h-11 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value && (
        <IconButton
          size="sm"
          label="Clear search"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="!absolute inset-y-0 right-1 my-auto"
        />
      )}
    </span>
  )
}
