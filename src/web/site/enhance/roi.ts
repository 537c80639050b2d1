import { estimateInWords, type Numbers, type Price, parseNumber } from '../marketplace/roi.ts'

/** Updates the estimate while numbers are typed. Without this script, its button asks the server. */
export const enhanceRoi = () => {
  const form = document.querySelector<HTMLFormElement>('[data-roi]')
  if (!form) return
  const { model, cents } = form.dataset
  const price: Price = { model: model as Price['model'], cents: cents ? Number(cents) : null }
  const value = (name: keyof Numbers) =>
    parseNumber(name, (form.elements.namedItem(name) as HTMLInputElement | null)?.value)
  form.classList.add('live')
  form.addEventListener('input', () => {
    const [minutes, runs, rate] = [value('minutes'), value('runs'), value('rate')]
    if (minutes === undefined || runs === undefined || rate === undefined) return
    for (const [name, words] of Object.entries(estimateInWords({ minutes, runs, rate }, price))) {
      const at = form.querySelector(`[data-out=${name}]`)
      if (at) at.textContent = words
    }
  })
}
