import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/providers.tsx'
import { router } from './app/router.tsx'

/** Interval in milliseconds at which a prerendered page retries loading its screen. */
const patience = 5_000

const root = document.getElementById('root')!
const isReturning = 'returning' in document.documentElement.dataset

if ('built' in root.dataset && !isReturning) whenLoaded(takeOver)
else start()

function start(): void {
  delete root.dataset.built
  root.replaceChildren()
  createRoot(root).render(<App />)
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
