import t from 'tap'
import { wktFault } from '../../../../shared/geometry/wkt.ts'
import { drawnPlace } from '../../../../web/features/map/tools/drawn-site.ts'

const at = (longitude: number, latitude: number) => ({ longitude, latitude })

t.test('a drawing becomes the place of a site', async t => {
  t.same(drawnPlace('station', [at(11.10200004, 58.883)]), { decimalLatitude: 58.883, decimalLongitude: 11.102, footprintWKT: null })
  t.same(drawnPlace('transect', [at(11, 58), at(11, 58.2)]), {
    decimalLatitude: 58.1,
    decimalLongitude: 11,
    footprintWKT: 'LINESTRING (11 58, 11 58.2)'
  })
  const area = drawnPlace('area', [at(179, -17), at(-177, -17), at(-177, -15), at(179, -15)])
  if (typeof area === 'string') return t.fail(area)
  t.match(area, { decimalLatitude: -16, decimalLongitude: -179, footprintWKT: /^MULTIPOLYGON/ })
  t.equal(wktFault(area.footprintWKT ?? ''), null, 'over 180°')
})

t.test('a faulty drawing is refused with an explanation', async t => {
  t.match(drawnPlace('transect', [at(1, 1)]), /two points/)
  t.match(drawnPlace('area', [at(1, 1), at(2, 2)]), /three points/)
  t.match(drawnPlace('area', [at(1, 1), at(1, 2), at(1, 3)]), /on one line/)
  t.match(drawnPlace('area', [at(0, 0), at(1, 1), at(1, 0), at(0, 1.5)]), /crosses itself/)
  const spiral = Array.from({ length: 500 }, (_, index) => at(Math.cos(index / 10) * (1 + index / 7), Math.sin(index / 10)))
  t.match(drawnPlace('transect', spiral), /too many points/)
})
