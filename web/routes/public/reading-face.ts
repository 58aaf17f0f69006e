import '../../styles/reading.css'

/** Longest wait for the typeface, in milliseconds. The page is then shown in the system's serif. */
const patienceMs = 1000

/** Loader of the pages with long texts. They are shown once their typeface has loaded, so that lines do not break again while they are read. */
export async function loader(): Promise<null> {
  if (document.querySelector('[data-built]')) return null // the page is already being read
  const faces = ['1em', '600 1em', 'italic 1em'].map(face => document.fonts.load(`${face} "Source Serif 4 Variable"`))
  await Promise.race([Promise.allSettled(faces), new Promise(resolve => setTimeout(resolve, patienceMs))])
  return null
}
