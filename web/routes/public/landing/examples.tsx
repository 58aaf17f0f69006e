import { lazy, Suspense } from 'react'
import styles from './examples.module.css'
import { Section } from './section.tsx'

const WorkedExamples = lazy(async () => ({ default: (await import('./worked-examples.tsx')).WorkedExamples }))

export function Examples() {
  return (
    <Section
      id="features"
      title="Three surveys, worked through"
      lede="From the images of a dive to a number with its confidence interval. The animals and counts are invented."
    >
      <Suspense fallback={<div className={styles.waiting} />}>
        <WorkedExamples />
      </Suspense>
    </Section>
  )
}
