import { Link } from 'react-router-dom'
import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Base chart',
    text: 'Coastlines and graticule without a tile server, in projections that also suit the poles.'
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
      name="Map"
      parts={parts}
      meanwhile={
        <>
          Until then, each image shows its position, and Import and export writes GeoJSON for any GIS.{' '}
          <Link to="outside">Outside data</Link> works already: it brings records of other services for your area.
        </>
      }
    />
  )
}
