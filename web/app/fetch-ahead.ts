import { whenIdle } from '../ui/when-idle.ts'
import { session } from './session.tsx'

/** List of the app's files, written by the build. */
const list = '/app-files.json'
const doneKey = 'isobath.fetched-ahead'
/** Delay in milliseconds during which the first screen has the network to itself. */
const patience = 5_000

type Connection = { saveData?: boolean; effectiveType?: string }

/**
 * Fetches the app's files into the browser's cache after sign-in, one by one while the page is idle. Screens then open immediately, even
 * without a connection. Nothing is fetched in data-saving mode or on the slowest networks.
 */
export function fetchAhead(): void {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {}
  if (saveData || effectiveType?.endsWith('2g') || sessionStorage.getItem(doneKey)) return
  const stop = session.subscribe(begin)
  begin()

  function begin() {
    if (session.snapshot().state !== 'signed-in') return
    stop()
    setTimeout(() => void fetchAll().catch(() => {}), patience) // if the network is lost, the next page load tries again
  }
}

async function fetchAll(): Promise<void> {
  const answer = await fetch(list)
  if (!answer.ok) return
  for (const file of (await answer.json()) as string[]) {
    await whenIdle(patience)
    const { ok, body } = await fetch(file, { cache: 'force-cache', priority: 'low' })
    if (!ok) return
    await body?.pipeTo(new WritableStream())
  }
  sessionStorage.setItem(doneKey, 'yes')
}
