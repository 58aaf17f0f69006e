import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/providers.tsx'
import { router } from './app/router.tsx'
import { session } from './app/session.tsx'

/** Interval in milliseconds at which a prerendered page retries loading its screen. */
const patience = 5_000

/** Time in milliseconds after which a page that is still loading shows the splash screen. */
const splashAfterMs = 1_000

const root = document.getElementById('root')!
const isReturning = 'returning' in document.documentElement.dataset

if ('built' in root.dataset && !isReturning) whenLoaded(takeOver)
else start()

/**
 * Renders the app once the session and the first screen are loaded, or after `splashAfterMs`. React cannot interrupt that single render.
 * A screen that replaces the splash screen appears later, because React renders such a screen in small steps.
 */
function start(): void {
  const stops = [router.subscribe(renderWhenReady), session.subscribe(renderWhenReady)]
  const timer = setTimeout(render, splashAfterMs)
  renderWhenReady()

  function renderWhenReady(): void {
    if (router.state.initialized && session.snapshot().state !== 'loading') render()
  }

  function render(): void {
    clearTimeout(timer)
    for (const stop of stops) stop()
    delete root.dataset.built
    root.replaceChildren()
    createRoot(root).render(<App />)
  }
}

/** Hydrates a prerendered page. */
function takeOver(): void {
  delete root.dataset.built
  hydrateRoot(root, <App />)
}

/** Waits until the screen is loaded. Until then, the prerendered page stays readable, however long the scripts take to load. */
function whenLoaded(then: () => void): void {
  const isLoaded = () => router.state.initialized && router.state.navigation.state === 'idle' && !router.state.errors
  if (isLoaded()) {
    then()
    return
  }
  const retry = setInterval(() => router.state.errors && void router.revalidate(), patience)
  const unsubscribe = router.subscribe(() => {
    if (!isLoaded()) return
    clearInterval(retry)
    unsubscribe()
    then()
  })
}
