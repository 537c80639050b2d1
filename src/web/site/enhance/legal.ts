/** Opens legal documents in a dialog. Without this script, the link leads to the document's page. */
export const enhanceLegal = () => {
  const dialog = document.querySelector<HTMLDialogElement>('#legal')
  const place = dialog?.querySelector('section')
  if (!dialog?.showModal || !place) return

  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-legal]')) {
    link.addEventListener('click', async (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      try {
        const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), 'text/html')
        const text = page.querySelector('article')
        if (!text) throw new Error('no text')
        const title = text.querySelector('h1')
        if (title) title.id = 'legal-title'
        place.replaceChildren(...text.childNodes)
        dialog.showModal()
        place.scrollTop = 0
        place.focus()
      } catch {
        location.href = link.href
      }
    })
  }
  dialog.querySelector('button')?.addEventListener('click', () => dialog.close())
}
