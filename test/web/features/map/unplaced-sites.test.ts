import t from 'tap'
import type { Site } from '../../../../shared/contracts/sites.ts'
import { unplacedSites } from '../../../../web/features/map/chart/chart-data.ts'

t.test('a site with a position, an outline or a withheld position is not offered to be placed', async t => {
  const bare = { decimalLatitude: null, decimalLongitude: null, footprintWKT: null }
  const sites = [
    { id: 'bare', ...bare },
    { id: 'half', ...bare, decimalLatitude: 5 },
    { id: 'point', ...bare, decimalLatitude: 5, decimalLongitude: 6 },
    { id: 'outline', ...bare, footprintWKT: 'LINESTRING (1 2, 3 4)' },
    { id: 'withheld', ...bare, generalised: {} }
  ] as unknown as Site[]
  t.same(
    unplacedSites(sites).map(({ id }) => id),
    ['bare', 'half']
  )
})
