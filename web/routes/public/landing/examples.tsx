import { Section } from './section.tsx'
import { WorkedExamples } from './worked-examples.tsx'

export function Examples() {
  return (
    <Section
      id="features"
      title="Three surveys, worked through"
      lede="From the images of a dive to a number with its confidence interval. The animals and counts are invented."
    >
      <WorkedExamples />
    </Section>
  )
}
