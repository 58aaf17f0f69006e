import { Component, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import styles from './demo.module.css'
import { Section } from './section.tsx'

const Showcase = lazy(async () => ({ default: (await import('../../../features/showcase/showcase.tsx')).Showcase }))

/** Interactive demo. Its code is loaded when the section approaches the viewport. */
export function Demo() {
  const slot = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = slot.current
    if (!element || near) return
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && setNear(true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])

  return (
    <Section
      id="demo"
      title="Try it on a drawn frame"
      lede="Choose a label, click an animal, and read the Darwin Core record. No sign-up; nothing leaves this page."
    >
      <div ref={slot} className={styles.slot}>
        {near && (
          <StillInstead>
            <Suspense fallback={<p className={styles.waiting}>Loading the sample…</p>}>
              <Showcase />
            </Suspense>
          </StillInstead>
        )}
      </div>
    </Section>
  )
}

/** Error boundary of the demo. If it fails to load or throws, a still picture replaces it. */
class StillInstead extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <figure className={styles.still}>
        <svg viewBox="0 0 160 100" role="img" aria-label="A frame with two laser points and three annotations">
          <rect width="160" height="100" />
          <circle cx="72" cy="52" r="1.5" />
          <circle cx="88" cy="52" r="1.5" />
          <path d="M30 24h26v22H30zM110 58h18v16h-18zM62 76h14v12H62z" />
        </svg>
        <figcaption>
          The sample could not be loaded. Reload the page to try again. It shows a drawn sea floor with animals to annotate.
        </figcaption>
      </figure>
    )
  }
}
