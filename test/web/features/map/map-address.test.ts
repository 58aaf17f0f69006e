import t from 'tap'
import { placeExtent } from '../../../../shared/geometry/place-extent.ts'
import { readMapAddress, writePlace, writeSelection, writeTiles } from '../../../../web/features/map/map-address.ts'
import { scaleBar } from '../../../../web/features/map/scale-bar.ts'

t.test('a place and a selection are read as they were written', async t => {
  const place = { longitude: -179.98, latitude: -16.55, zoom: 5.25, projection: 'EPSG:3031' } as const
  const selection = { kind: 'place', longitude: 180, latitude: -16.6, radiusInMeters: 340 } as const
  const params = new URLSearchParams({ m: writePlace(place), s: writeSelection(selection), hide: 'images,unknown', list: 'on' })
  t.same(readMapAddress(params), { place, selection, hidden: ['images'], tiles: null, filter: '', showsList: true })
  const site = { kind: 'site', siteId: 'a.b,c' } as const
  t.same(readMapAddress(new URLSearchParams({ s: writeSelection(site) })).selection, site)
})

t.test('an address contains the visible layers from other servers', async t => {
  for (const tiles of [null, [], ['a'], ['a', 'b']]) t.same(readMapAddress(new URLSearchParams({ tiles: writeTiles(tiles) })).tiles, tiles)
})

t.test('an address that cannot be read shows all places', async t => {
  for (const m of ['', '1,2,3', '1,2,3,moon', '181,0,3,plate', '0,91,3,plate', 'a,b,c,arctic', 'NaN,0,1,arctic'])
    t.equal(readMapAddress(new URLSearchParams({ m })).place, null, m)
  for (const s of ['', 'place.1,2', 'place.1,2,-3', 'place.1,99,3', 'thing.4'])
    t.equal(readMapAddress(new URLSearchParams({ s })).selection, null, s)
})

t.test('the extent of places leaves out the widest gap, so it may cross 180°', async t => {
  t.equal(placeExtent([]), null)
  t.same(placeExtent([[5, 60]]), { west: 5, south: 60, east: 5, north: 60 })
  t.same(
    placeExtent([
      [179, -17],
      [-179, -16],
      [178, -18]
    ]),
    { west: 178, south: -18, east: 181, north: -16 }
  )
})

t.test('a scale bar has the longest round length that fits', async t => {
  t.match(scaleBar(100, 150), { pixels: 100, words: '10\u2009km', nauticalWords: '5.4\u2009nmi' })
  t.match(scaleBar(0.3, 150), { words: '20\u2009m' })
  t.equal(scaleBar(Number.NaN, 150), null)
})
