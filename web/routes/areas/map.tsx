import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Base chart',
    text: 'Coastlines and graticule that need no tile server, in projections that work at the poles.'
  },
  {
    name: 'Layers',
    text: 'Stations, tracks and occurrences, filtered by taxon, depth and time.'
  },
  {
    name: 'Sensitive places',
    text: 'Shown as a shaded cell, never as a point.'
  }
]

export function Component() {
  return (
    <AreaPage
      title="Map"
      purpose="Where the work took place: stations, tracks and sightings on one chart."
      parts={parts}
      meanwhile="Until then, each photograph in the Overview shows the position that it carries."
    />
  )
}
