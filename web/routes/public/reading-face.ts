import '../../styles/reading.css'

/** Maximum wait for the typeface in milliseconds. After that, the page is shown in the system's serif font. */
const patienceMs = 1000

/** Route loader of pages with long texts. It waits for their typeface, so that the text does not reflow during reading. */
export async function loader(): Promise<null> {
  if (document.querySelector('[data-built]')) return null // a prerendered page is already visible
  const faces = ['1em', '600 1em', 'italic 1em'].map(face => document.fonts.load(`${face} "Source Serif 4 Variable"`))
  await Promise.race([Promise.allSettled(faces), new Promise(resolve => setTimeout(resolve, patienceMs))])
  return null
}
