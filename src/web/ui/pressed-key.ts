/** A key event of the browser or of React. */
type KeyPress = { key: string } & ({ isComposing: boolean; keyCode: number } | { nativeEvent: KeyboardEvent })

/**
 * Returns the pressed key, or an empty string if the key belongs to an input method. Enter, Tab, Escape and the arrow
 * keys then choose between proposed words. Safari reports this Enter after the composition, so only `keyCode` tells.
 */
export function getPressedKey(event: KeyPress): string {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229 ? '' : event.key
}

/** Returns whether Ctrl+Enter or ⌘+Enter was pressed, which sends what is typed. */
export const isSendKey = (event: KeyPress & { ctrlKey: boolean; metaKey: boolean }): boolean =>
  getPressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)

/**
 * Keeps an Escape that belongs to an input method from all handlers, so that it does not close the dialog or menu
 * around the field. Base UI only knows a composition that ended in the last five milliseconds.
 */
export function ignoreComposedEscape(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && getPressedKey(event) === '') event.stopImmediatePropagation()
    },
    true,
  )
}
