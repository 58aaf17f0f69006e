import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Demo } from './landing/demo.tsx'
import { Examples } from './landing/examples.tsx'
import { Hero } from './landing/hero.tsx'
import { Install } from './landing/install.tsx'
import { People } from './landing/people.tsx'
import { Product } from './landing/product.tsx'
import { Progress } from './landing/progress.tsx'
import styles from './landing.module.css'

/** Sections of this page by path. `/features` and `/demo` open the page at the section. */
const sections: Record<string, string> = { '/features': 'features', '/demo': 'demo' }

export function Component() {
  const { pathname, hash, key } = useLocation()

  useEffect(() => {
    const section = document.getElementById(hash.slice(1) || sections[pathname] || '')
    if (!section) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    // after the frame has scrolled to the top
    const timer = setTimeout(() => section.scrollIntoView({ behavior: still ? 'auto' : 'smooth' }))
    return () => clearTimeout(timer)
  }, [pathname, hash, key])

  return (
    <div className={styles.page}>
      <Hero />
      <Product />
      <Demo />
      <Examples />
      <Progress />
      <People />
      <Install />
    </div>
  )
}

export { loader } from './reading-face.ts'
