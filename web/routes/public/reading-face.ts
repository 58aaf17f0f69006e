import '../../styles/reading.css'

/** Longer than this nobody waits for a typeface; the page is then read in the system's serif. */
const patienceMs = 1000

/**
 * Loader of the pages that are read: they are shown when their face is here, so that no line breaks anew under the
 * reader's eyes.
 */
export async function loader(): Promise<null> {
  if (document.querySelector('[data-built]')) return null // the page is being read already
  const faces = ['1em', '600 1em', 'italic 1em'].map(face => document.fonts.load(`${face} "Source Serif 4 Variable"`))
  await Promise.race([Promise.allSettled(faces), new Promise(resolve => setTimeout(resolve, patienceMs))])
  return null
}
